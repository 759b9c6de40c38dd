package io.nightmarket.domain.flashsale;

/** Whether a sale takes buyers, its window aside. */
public enum SaleState {
    OPEN,
    PAUSED
}
