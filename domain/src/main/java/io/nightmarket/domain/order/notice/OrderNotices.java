package io.nightmarket.domain.order.notice;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Notices of buyers, numbered when they are first read: what is committed later gets a later number, whatever the order of the
 * commits, and a reader who goes on from the last number misses nothing. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface OrderNotices {
    int MAX_BUYERS = 100;

    /** The number of the buyer's last notice; 0 before the first. */
    CompletionStage<Long> last(UserId buyer);

    /** The buyer's notices after this number, oldest first. */
    CompletionStage<List<OrderNotice>> after(UserId buyer, long number, int max);

    /**
     * Which of these buyers have notices after the number that is given for each.
     *
     * @param read {@link #MAX_BUYERS} at most
     */
    CompletionStage<Set<UserId>> haveMore(Map<UserId, Long> read);
}
