package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleState;

/** The outcome of a change that staff make to a sale. */
public sealed interface ChangeOutcome {
    record Changed(FlashSale sale) implements ChangeOutcome {}

    /** The sale was changed meanwhile. */
    record Differs(long version) implements ChangeOutcome {}

    /** The sale's state does not allow it. */
    record WrongState(SaleState state) implements ChangeOutcome {}

    /** Why nothing was done. */
    enum Refusal implements ChangeOutcome {
        BEGUN,
        ENDED,
        NO_SUCH_SALE,
        FORBIDDEN
    }
}
