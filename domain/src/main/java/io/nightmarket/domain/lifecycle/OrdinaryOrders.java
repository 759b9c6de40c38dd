package io.nightmarket.domain.lifecycle;

import io.nightmarket.domain.sale.Purchase;
import java.util.concurrent.CompletionStage;

/** Orders of vouchers that are not in a flash sale. */
public interface OrdinaryOrders {
    /**
     * Writes an unpaid order with its first event in one transaction. Repeating it is harmless. False when there is no such
     * voucher, it is not on sale, or it is one of a flash sale. Fails with {@code Unavailable} or {@code TimedOut}.
     */
    CompletionStage<Boolean> write(Purchase purchase);
}
