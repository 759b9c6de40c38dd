package io.nightmarket.domain.order.history;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** What the database knows of orders. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface StoredHistory {
    /**
     * What is known of one order.
     *
     * @param entries in no particular order
     * @param purchase empty when the database knows of none
     * @param shard empty: of an ordinary voucher, or not known
     */
    record Known(List<HistoryEntry> entries, Optional<Purchase> purchase, Optional<Shard> shard) {}

    CompletionStage<Known> of(OrderId id);
}
