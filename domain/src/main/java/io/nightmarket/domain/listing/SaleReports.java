package io.nightmarket.domain.listing;

import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** What became of a sale, in numbers. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface SaleReports {
    /** The minutes of a curve at most. */
    int MAX_MINUTES = 1_440;

    /**
     * A sale in the database at one moment; orders that wait in the queue are not in it yet.
     *
     * @param stock units that are left
     * @param requests purchase requests by their outcome, as nodes counted them
     * @param orders settled orders by status; expired ones are among the cancelled
     * @param rejected accepted orders that could not be settled
     * @param curve settled orders by the minute in which they were placed; the first {@link #MAX_MINUTES} that have some
     */
    record SaleReport(
            long issued,
            long stock,
            Map<String, Long> requests,
            Map<OrderStatus, Long> orders,
            long expired,
            long rejected,
            SortedMap<Instant, Long> curve) {
        public long settled() {
            return with(Set.of(OrderStatus.values()));
        }

        /** Orders that were paid, whatever came after. */
        public long paid() {
            return with(Set.of(OrderStatus.PAID, OrderStatus.USED, OrderStatus.REFUNDING, OrderStatus.REFUNDED));
        }

        /** Orders with one of these statuses. */
        public long with(Set<OrderStatus> statuses) {
            return statuses.stream()
                    .mapToLong(status -> orders.getOrDefault(status, 0L))
                    .sum();
        }
    }

    /** Nothing when there is no such sale. */
    CompletionStage<Optional<SaleReport>> report(VoucherId sale);
}
