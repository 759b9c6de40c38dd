package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.sale.queue.QueueBuyers.Part;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The statements that append lost orders once more, inside of a transaction; reads are sent as {@link AdmitGroup} does. */
final class Reenqueue {
    private final Epoch epoch;
    private final Shard shard;
    private final VoucherId voucher;
    private final List<Purchase> orders;

    Reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        this.epoch = epoch;
        this.shard = epoch.shard();
        this.voucher = voucher;
        this.orders = orders;
    }

    /** Answers how many were appended. */
    Future<Integer> run(DatabaseSession session) {
        List<AdmissionRequest> requests =
                orders.stream().map(order -> new AdmissionRequest(order, "")).toList();
        Future<EntryId> last = QueueShards.lockOfEpoch(session, epoch);
        Future<Optional<QueueSale>> sale = QueueSales.lock(session, shard, voucher);
        Future<Map<UserId, Part>> known = QueueBuyers.known(session, shard, voucher, requests);
        Future<Set<OrderId>> waiting = QueueEntries.waiting(
                session, shard, orders.stream().map(Purchase::order).collect(Collectors.toSet()));
        return Future.join(last, sale, known, waiting).compose(_ -> {
            List<Purchase> lost = orders.stream()
                    .filter(order -> holds(known.result().get(order.buyer()), order)
                            && !waiting.result().contains(order.order()))
                    .toList();
            return lost.isEmpty() || sale.result().isEmpty()
                    ? Future.succeededFuture(0)
                    : QueueEntries.append(
                                    session,
                                    shard,
                                    last.result(),
                                    sale.result().get().now(),
                                    lost)
                            .map(lost.size());
        });
    }

    private static boolean holds(@Nullable Part part, Purchase order) {
        return part != null && part.order().equals(order.order());
    }
}
