package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.sale.queue.QueueBuyers.Part;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The statements that admit one group, inside of a transaction: all that is read is sent at once, and all that is
 * written; so the row of the shard is held for three round trips, however large the group.
 */
final class AdmitGroup {
    private final Epoch epoch;
    private final Shard shard;
    private final VoucherId voucher;
    private final List<AdmissionRequest> requests;
    private final long maxBacklog;
    private final boolean nextInLine;

    /** @param nextInLine whether they are the next of the sale's waitlist, for whom units may be held */
    AdmitGroup(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests, long maxBacklog, boolean nextInLine) {
        OrderQueue.requireBatch(requests);
        this.epoch = epoch;
        this.shard = epoch.shard();
        this.voucher = voucher;
        this.requests = requests;
        this.maxBacklog = maxBacklog;
        this.nextInLine = nextInLine;
    }

    /** The server runs the reads in this order: those after the first see what came before the locks were got. */
    Future<List<Admission>> run(DatabaseSession session) {
        Future<EntryId> last = QueueShards.lock(session, epoch);
        Future<Optional<QueueSale>> sale = QueueSales.lock(session, shard, voucher);
        Future<Map<UserId, Part>> known = QueueBuyers.known(session, shard, voucher, requests);
        Future<Long> acknowledged = QueueEntries.acknowledged(session, shard);
        return Future.join(last, sale, known, acknowledged).compose(_ -> {
            if (sale.result().isEmpty()) {
                return Future.succeededFuture(requests.stream()
                        .<Admission>map(_ -> new Admission.NoSuchSale())
                        .toList());
            }
            long waiting = Math.max(0, last.result().sequence() - acknowledged.result());
            AdmissionDecisions admissions =
                    new AdmissionDecisions(sale.result().get(), known.result(), maxBacklog - waiting, nextInLine);
            admissions.decide(requests);
            return (admissions.accepted().isEmpty()
                            ? Future.<Void>succeededFuture()
                            : write(session, shard, last.result(), sale.result().get(), admissions.accepted()))
                    .map(admissions.answers());
        });
    }

    /** Takes a unit for each, remembers the buyers and appends the orders; shard and sale are locked. */
    static Future<Void> write(
            DatabaseSession session, Shard shard, EntryId last, QueueSale sale, List<AdmissionRequest> accepted) {
        return Future.join(
                        QueueSales.changeFree(session, sale, -accepted.size()),
                        QueueBuyers.add(session, sale.book(), accepted, last),
                        QueueEntries.append(
                                session,
                                shard,
                                last,
                                sale.now(),
                                accepted.stream()
                                        .map(AdmissionRequest::purchase)
                                        .toList()))
                .mapEmpty();
    }
}
