package io.nightmarket.domain.sale;

import java.time.Duration;

/**
 * A change of a sale, under way between database and queue; no sale has two at a time.
 *
 * @param sale as it is with the change; its version names the change
 * @param beforeBegin whether it is allowed only until {@link #LEAD} before the begin, since it concerns more than the window
 */
public record SaleChange(FlashSale sale, boolean beforeBegin) {
    /** Texts, price and rules stand for this long when the sale begins. */
    public static final Duration LEAD = Duration.ofSeconds(10);

    /** A new price that the database does not have for this long when the sale begins is refused: commits take time. */
    public static final Duration PRICE_LEAD = Duration.ofSeconds(5);

    /** What the queue decides, by its own clock. */
    public enum Decision {
        APPLIED,
        /** The sale has begun, or begins too soon for what is changed. */
        BEGUN,
        /** The queue has a later version, which knows nothing of this change. */
        OVERTAKEN,
        /** The queue does not hold the sale; it is over when that can't be loaded. */
        NO_SUCH_SALE
    }
}
