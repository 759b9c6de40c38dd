package io.nightmarket.mysql.sale.queue;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleChange;
import io.nightmarket.domain.sale.SaleChange.Decision;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.queue.SaleOpening;
import io.nightmarket.domain.sale.queue.UnitsChanged;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Sales of the queue in tables. */
final class MySqlQueuedSales implements QueuedSales {
    private final QueueTables tables;

    MySqlQueuedSales(QueueTables tables) {
        this.tables = tables;
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return MySqlSaleOpening.begin(tables.database(), tables.transactional())
                .onSuccess(_ -> tables.sweep().start())
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Boolean> change(FlashSale sale) {
        return QueueSales.change(tables.database(), sale).toCompletionStage();
    }

    @Override
    public CompletionStage<Decision> correct(Epoch epoch, SaleChange change) {
        FlashSale wanted = change.sale();
        return tables.onSale(QueueShards::lock, epoch, wanted.voucher(), Decision.NO_SUCH_SALE, (session, sale) -> {
            Decision decision = sale.decide(change);
            return decision == Decision.APPLIED && sale.changed() != wanted.version()
                    ? QueueSales.correct(session, sale, wanted).map(decision)
                    : Future.succeededFuture(decision);
        });
    }

    @Override
    public CompletionStage<UnitsChanged> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        return tables.onSale(
                QueueShards::lock,
                epoch,
                voucher,
                UnitsChanged.NO_SUCH_SALE,
                (session, sale) -> addUnits(session, sale, adjustment, units));
    }

    private static Future<UnitsChanged> addUnits(DatabaseSession session, QueueSale sale, long adjustment, long units) {
        return QueueAdjustments.earlier(session, sale, adjustment).compose(earlier -> {
            if (earlier.isPresent()) {
                return Future.succeededFuture(earlier.get());
            }
            if (units < 0 && sale.free() + units < 0) {
                return QueueAdjustments.markRefused(session, sale, adjustment).map(UnitsChanged.TOO_FEW);
            }
            return Future.join(
                            QueueAdjustments.markApplied(session, sale.book(), List.of(adjustment)),
                            QueueSales.changeFree(session, sale, units))
                    .map(UnitsChanged.APPLIED);
        });
    }

    @Override
    public CompletionStage<Boolean> holdForWaitlist(Epoch epoch, VoucherId voucher, long number, boolean waiting) {
        return tables.onSale(
                QueueShards::lock,
                epoch,
                voucher,
                false,
                (session, sale) ->
                        QueueSales.hold(session, sale, number, waiting).map(true));
    }

    @Override
    public CompletionStage<Optional<Long>> availableUnits(Epoch epoch, VoucherId voucher) {
        return QueueShards.isOpen(tables.database(), epoch)
                .compose(open -> open
                        ? QueueSales.free(tables.database(), epoch.shard(), voucher)
                        : Future.failedFuture(QueueShards.closed()))
                .map(free -> free.map(units -> Math.max(0, units)))
                .toCompletionStage();
    }

    /** The holder of the sale's row keeps new entries of the sale away. Its buyers are deleted later. */
    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        return tables.transactional()
                .inTransaction(session -> QueueSales.lock(session, sale.shard(), sale.voucher())
                        .compose(found -> found.isEmpty()
                                ? Future.succeededFuture(true)
                                : QueueEntries.anyOf(session, sale.shard(), sale.voucher())
                                        .compose(waits -> waits
                                                ? Future.succeededFuture(false)
                                                : QueueSales.remove(session, found.get())
                                                        .map(true))))
                .onSuccess(removed -> {
                    if (removed) {
                        tables.sweep().start();
                    }
                })
                .toCompletionStage();
    }
}
