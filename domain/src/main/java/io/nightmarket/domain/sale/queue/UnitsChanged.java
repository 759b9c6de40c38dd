package io.nightmarket.domain.sale.queue;

/** What the queue did about a change of a sale's units. */
public enum UnitsChanged {
    /** It has them, now or since an earlier asking. */
    APPLIED,
    /** Fewer are free than should go. */
    TOO_FEW,
    /** It does not know the sale. */
    NO_SUCH_SALE
}
