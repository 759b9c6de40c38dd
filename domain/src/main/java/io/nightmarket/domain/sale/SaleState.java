package io.nightmarket.domain.sale;

/** Whether a sale takes buyers, its window aside. */
public enum SaleState {
    OPEN,
    PAUSED,
    /** For good. */
    CALLED_OFF
}
