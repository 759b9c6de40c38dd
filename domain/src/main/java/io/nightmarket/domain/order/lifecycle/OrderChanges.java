package io.nightmarket.domain.order.lifecycle;

import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.sale.Purchase;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Is called with orders once the database committed them. Never fails; what is lost on the way is made up by reading. */
public interface OrderChanges {
    /** The status of these orders changed. Completes when the listener did what has to be seen at once. */
    CompletionStage<Void> changed(List<Order> orders);

    /** These orders are new. */
    CompletionStage<Void> placed(List<Purchase> purchases);
}
