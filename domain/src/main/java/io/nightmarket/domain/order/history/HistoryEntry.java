package io.nightmarket.domain.order.history;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is known of an order.
 *
 * @param at when it happened; null: how it is now
 * @param text for support, in English
 */
public record HistoryEntry(@Nullable Instant at, Source source, String text) {
    public enum Source {
        ID,
        /** The queue: reservation, and whether the order waits. */
        QUEUE,
        /** The order's row, its claim, and its time to pay. */
        ORDER,
        EVENT,
        PAYMENT,
        REFUND,
        /** A unit that returns to the sale. */
        RELEASE,
        REJECTION,
        DEAD_LETTER,
        /** The cached list of the buyer. */
        LIST
    }
}
