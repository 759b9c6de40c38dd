package io.nightmarket.bench.compare;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.VoucherId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** This product's queues: a shard with one sale each, orders admitted to it, and a consumer with its cursor. */
final class OrderQueues {
    private static final VoucherId VOUCHER = new VoucherId(1);
    private static final long STOCK = 1_000_000_000;
    private static final Duration BLOCK = Duration.ofMillis(300);

    private OrderQueues() {}

    static QueueCandidate candidate(String name, String server, QueuePorts queue) {
        return new QueueCandidate(
                name,
                server,
                0,
                (number, orders) -> admit(queue.orders(), number, orders),
                number -> consumer(queue, number));
    }

    private static void admit(OrderQueue queue, int number, List<Long> orders) throws IOException {
        List<AdmissionRequest> requests = orders.stream()
                .map(order -> new AdmissionRequest(new Purchase(new OrderId(order), VOUCHER, new UserId(order)), ""))
                .toList();
        for (Admission admission : await(queue.admit(epoch(number), VOUCHER, requests))) {
            if (!(admission instanceof Admission.Accepted)) {
                throw new IOException("an order was not admitted: " + admission);
            }
        }
    }

    private static Epoch epoch(int number) {
        return new Epoch(new Shard(number), 0);
    }

    /** Opens the sale, which does nothing to one that is open. */
    private static QueueCandidate.Consumer consumer(QueuePorts queue, int number) throws IOException {
        Instant now = Instant.now();
        FlashSale sale = new FlashSale(
                VOUCHER,
                new Shard(number),
                SaleState.OPEN,
                new SaleWindow(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1))),
                STOCK,
                STOCK,
                Acknowledgement.ACCEPTED,
                0,
                SaleOptions.NONE);
        var _ = await(queue.epochs()
                .beginEpoch(epoch(number))
                .thenCompose(_ -> queue.epochs().open(epoch(number), EntryId.ZERO))
                .thenCompose(_ -> queue.sales().beginOpening(sale))
                .thenCompose(opening -> opening.open(epoch(number), new SaleSnapshot(sale, 0, Set.of())))
                .thenApply(_ -> true));
        return new Cursor(queue.orders(), new Shard(number));
    }

    private static final class Cursor implements QueueCandidate.Consumer {
        private final OrderQueue queue;
        private final Shard shard;
        private EntryId last = EntryId.ZERO;

        Cursor(OrderQueue queue, Shard shard) {
            this.queue = queue;
            this.shard = shard;
        }

        @Override
        public List<Long> take(int limit) throws IOException {
            List<QueueEntry> entries = await(queue.read(shard, last, limit, BLOCK));
            last = entries.isEmpty() ? last : entries.getLast().id();
            return entries.stream()
                    .map(entry -> ((QueuedOrder) entry).order().value())
                    .toList();
        }

        @Override
        public void acknowledge() throws IOException {
            var _ = await(queue.acknowledge(shard, last).thenApply(_ -> true));
        }
    }
}
