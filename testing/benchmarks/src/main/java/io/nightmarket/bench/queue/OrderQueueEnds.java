package io.nightmarket.bench.queue;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.domain.flashsale.Acknowledgement;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.flashsale.SaleState;
import io.nightmarket.domain.flashsale.SaleWindow;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.QueueEntry.QueuedOrder;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** This product's queues: orders are admitted to a sale, and the consumer has its cursor, as the books have it. */
record OrderQueueEnds(OrderQueue queue) {
    private static final long STOCK = 1_000_000_000;

    /** Opens the sale of a shard, once. */
    Feed feed(int number) throws IOException {
        Shard shard = new Shard(number);
        Instant now = Instant.now();
        FlashSale sale = new FlashSale(
                Orders.VOUCHER,
                shard,
                SaleState.OPEN,
                new SaleWindow(now.minus(Duration.ofHours(1)), now.plus(Duration.ofHours(1))),
                STOCK,
                STOCK,
                Acknowledgement.ACCEPTED,
                0);
        var _ = await(queue.open(new SaleSnapshot(sale, Map.of(), Set.of())).thenApply(_ -> true));
        Epoch epoch = new Epoch(shard, 0);
        var _ = await(queue.fence(epoch)
                .thenCompose(_ -> queue.unfence(epoch, EntryId.ZERO))
                .thenApply(_ -> true));
        return orders -> put(shard, orders);
    }

    private int put(Shard shard, List<Purchase> orders) throws IOException {
        List<AdmissionRequest> requests =
                orders.stream().map(order -> new AdmissionRequest(order, "")).toList();
        return Math.toIntExact(await(queue.admit(new Epoch(shard, 0), Orders.VOUCHER, requests)).stream()
                .filter(Admission.Accepted.class::isInstance)
                .count());
    }

    Consumer consumer(int number) {
        return new Cursor(queue, new Shard(number));
    }

    private static final class Cursor implements Consumer {
        private static final Duration MOMENT = Duration.ofMillis(300);

        private final OrderQueue queue;
        private final Shard shard;
        private final List<EntryId> taken = new ArrayList<>();

        Cursor(OrderQueue queue, Shard shard) {
            this.queue = queue;
            this.shard = shard;
        }

        @Override
        public List<Long> take(int most) throws IOException {
            List<QueueEntry> entries =
                    await(queue.read(shard, taken.isEmpty() ? EntryId.ZERO : taken.getLast(), most, MOMENT));
            entries.forEach(entry -> taken.add(entry.id()));
            return orders(entries);
        }

        @Override
        public void acknowledge() throws IOException {
            var _ = await(queue.acknowledge(shard, taken.getLast()).thenApply(_ -> true));
            EntryId last = taken.getLast();
            taken.clear();
            taken.add(last);
        }

        @Override
        public List<Long> again(int behind) throws IOException {
            return orders(await(queue.read(shard, taken.get(behind - 1), taken.size() - behind, Duration.ZERO)));
        }

        private static List<Long> orders(List<QueueEntry> entries) {
            return entries.stream()
                    .map(entry -> ((QueuedOrder) entry).order().value())
                    .toList();
        }
    }
}
