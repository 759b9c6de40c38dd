package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What a process has of the queue's tables: the connections, and who waits for entries. */
public final class QueueTables {
    private final Vertx vertx;
    private final Database database;
    private final Database transactional;
    private final OrphanedReservationCleanup sweep;
    private final ConcurrentHashMap<Shard, EntryWakeUp> bells = new ConcurrentHashMap<>();

    /**
     * @param database for single statements
     * @param transactional {@link io.nightmarket.mysql.client.Databases#transactional}
     */
    public QueueTables(Vertx vertx, Database database, Database transactional) {
        this.vertx = vertx;
        this.database = database;
        this.transactional = transactional;
        this.sweep = new OrphanedReservationCleanup(transactional);
    }

    /** For single statements. */
    Database database() {
        return database;
    }

    /** For transactions. */
    Database transactional() {
        return transactional;
    }

    /** Runs the work in one transaction. */
    <T> CompletionStage<T> inTransaction(Function<DatabaseSession, Future<T>> work) {
        return transactional.inTransaction(work).toCompletionStage();
    }

    /**
     * Works on a sale, whose row is locked, in one transaction.
     *
     * @param lockShard locks the row of the shard before, in the state of its epoch in which the work is allowed
     * @param none the answer when there is no such sale
     */
    <T> CompletionStage<T> onSale(
            BiFunction<DatabaseSession, Epoch, ? extends Future<?>> lockShard,
            Epoch epoch,
            VoucherId voucher,
            T none,
            BiFunction<DatabaseSession, QueueSale, Future<T>> work) {
        return inTransaction(session -> lockShard
                .apply(session, epoch)
                .compose(_ -> QueueSales.lock(session, epoch.shard(), voucher))
                .compose(sale ->
                        sale.map(locked -> work.apply(session, locked)).orElseGet(() -> Future.succeededFuture(none))));
    }

    OrphanedReservationCleanup sweep() {
        return sweep;
    }

    /** Wakes who waits for entries of this shard. */
    void ring(Shard shard) {
        bell(shard).ring();
    }

    /** Reads entries as soon as there are any, or none when the time is over. */
    Future<List<QueueEntry>> await(Shard shard, EntryId after, int max, Duration wait) {
        return await(bell(shard), shard, after, max, System.nanoTime() + wait.toNanos());
    }

    private Future<List<QueueEntry>> await(EntryWakeUp bell, Shard shard, EntryId after, int max, long deadline) {
        bell.listen();
        return QueueEntries.read(database, shard, after, max).compose(entries -> {
            if (!entries.isEmpty()) {
                bell.found();
                return Future.succeededFuture(entries);
            }
            long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
            return left <= 0
                    ? Future.succeededFuture(entries)
                    : bell.sleep(vertx, left).compose(_ -> await(bell, shard, after, max, deadline));
        });
    }

    private EntryWakeUp bell(Shard shard) {
        return bells.computeIfAbsent(shard, _ -> new EntryWakeUp());
    }
}
