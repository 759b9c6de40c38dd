package io.nightmarket.domain.sale;

/** Whether a sale takes buyers, its window aside. */
public enum SaleState {
    /** Only its staff know of it. */
    DRAFT,
    OPEN,
    PAUSED,
    /** It never takes buyers again. */
    CALLED_OFF
}
