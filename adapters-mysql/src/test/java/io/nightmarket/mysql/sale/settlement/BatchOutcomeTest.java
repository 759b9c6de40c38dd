package io.nightmarket.mysql.sale.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class BatchOutcomeTest {
    /** Expiry raises stocks in this order: two transactions that lock them in different orders may wait for each other. */
    @Test
    void stocksAreLoweredInTheOrderOfTheirVouchers() {
        List<QueuedOrder> orders = LongStream.of(700, 20, 700, 3, 41)
                .mapToObj(voucher -> new QueuedOrder(
                        new EntryId(1, voucher),
                        new Purchase(new OrderId(voucher), new VoucherId(voucher), new UserId(1)),
                        Instant.EPOCH))
                .toList();

        assertEquals(
                List.of(3L, 20L, 41L, 700L),
                new BatchOutcome(orders)
                        .openBySale().keySet().stream().map(VoucherId::value).toList());
    }
}
