package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.sale.Purchase;
import java.util.concurrent.CompletionStage;

/** Orders of vouchers that are not in a flash sale. */
public interface OrdinaryOrders {
    /** Unpaid ones among the newest {@link #NEWEST} orders of a buyer, of flash sales included; at the limit none is written. */
    int MAX_UNPAID = 100;

    /** Orders of a buyer that are looked at, so that a long history makes no purchase slow. */
    int NEWEST = 1_000;

    enum Outcome {
        /** Now, or before under the same id. */
        WRITTEN,
        /** There is no such voucher, it is not on sale, or it is one of a flash sale. */
        NO_SUCH_VOUCHER,
        TOO_MANY_UNPAID
    }

    /**
     * Writes an unpaid order with its first event in one transaction. Repeating it is harmless. When several orders
     * are written at the same moment, a few may exceed the bound. Fails with {@code Unavailable} or {@code TimedOut}.
     */
    CompletionStage<Outcome> write(Purchase purchase);
}
