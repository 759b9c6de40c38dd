package io.nightmarket.domain.order.outbox;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The events of all orders, in the order of their ids. Ids are given out before they are committed: where one is missing, an event
 * may still come. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface OrderOutbox {
    /** More than twice as long as a transaction lasts; with the interval of the job less than the 15 s that readers are promised. */
    Duration GAP_AGE = Duration.ofSeconds(10);

    int MAX_PAGE = 500;

    /**
     * Events after this id; ends before a gap until what follows it is older than {@link #GAP_AGE} by the database's clock, so that a
     * reader who goes on from the last id misses none.
     *
     * @param max {@link #MAX_PAGE} at most
     */
    CompletionStage<List<OutgoingEvent>> after(long id, int max);

    /** The id of the newest event that {@link #after} may have; 0 without one. */
    CompletionStage<Long> last();
}
