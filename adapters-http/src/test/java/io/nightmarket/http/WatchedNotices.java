package io.nightmarket.http;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.domain.order.notice.OrderNotices;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Notices whose reads a test can make fail. */
record WatchedNotices(OrderNotices notices, Faults reads) implements OrderNotices {
    @Override
    public CompletionStage<Long> last(UserId buyer) {
        return reads.before(() -> notices.last(buyer));
    }

    @Override
    public CompletionStage<List<OrderNotice>> after(UserId buyer, long number, int max) {
        return reads.before(() -> notices.after(buyer, number, max));
    }

    @Override
    public CompletionStage<Set<UserId>> haveMore(Map<UserId, Long> read) {
        return notices.haveMore(read);
    }
}
