package io.nightmarket.domain.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What a writer finds in its stream. */
public sealed interface QueueEntry {
    EntryId id();

    /** An accepted order. */
    record QueuedOrder(EntryId id, Purchase purchase, Instant admittedAt) implements QueueEntry {
        public OrderId order() {
            return purchase.order();
        }

        public VoucherId voucher() {
            return purchase.voucher();
        }

        public UserId buyer() {
            return purchase.buyer();
        }

        /** The order as the database has it once it is settled. */
        public Order settled() {
            Instant second = admittedAt.truncatedTo(ChronoUnit.SECONDS);
            return new Order(
                    order(), buyer(), voucher(), Order.BALANCE, OrderStatus.UNPAID, second, null, null, null, second);
        }
    }

    /** Something that no admission wrote, or that was damaged since. */
    record Malformed(EntryId id, String problem) implements QueueEntry {}
}
