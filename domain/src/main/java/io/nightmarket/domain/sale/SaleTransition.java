package io.nightmarket.domain.sale;

/** A change of a sale's state. In the state that it leads to it may be repeated; in any other it is refused. */
public enum SaleTransition {
    PUBLISH(SaleState.DRAFT, SaleState.DRAFT, SaleState.OPEN),
    PAUSE(SaleState.OPEN, SaleState.OPEN, SaleState.PAUSED),
    RESUME(SaleState.PAUSED, SaleState.PAUSED, SaleState.OPEN),
    /** Only before the begin, by the queue's clock. */
    WITHDRAW(SaleState.OPEN, SaleState.PAUSED, SaleState.DRAFT),
    CALL_OFF(SaleState.OPEN, SaleState.PAUSED, SaleState.CALLED_OFF);

    private final SaleState from;
    private final SaleState orFrom;
    private final SaleState to;

    SaleTransition(SaleState from, SaleState orFrom, SaleState to) {
        this.from = from;
        this.orFrom = orFrom;
        this.to = to;
    }

    public SaleState to() {
        return to;
    }

    public boolean isAllowedIn(SaleState state) {
        return state == to || state == from || state == orFrom;
    }
}
