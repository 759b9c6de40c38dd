package io.nightmarket.domain.sale.recovery;

import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.OrderRepository;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.CheckReservations;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Opens a shard whose queue was closed, or lost its data, or may have ({@link QueueEpochs#isOpen}). A queue that still holds
 * what the database knows is opened with the orders that wait in it. In any other its orders are settled and its reservations
 * checked first, and the sales that then differ are loaded from the database. Only the shard's writer may do it.
 */
public final class RecoverShard {
    private static final int RECOUNTS = 3;

    private final QueuePorts queue;
    private final OrderLedger ledger;
    private final FlashSaleRepository sales;
    private final PrepareSales preparation;
    private final CheckReservations reservations;
    private final Duration retention;

    /** @param retention how long after its end the queue holds a sale */
    public RecoverShard(
            QueuePorts queue,
            OrderRepository orders,
            OrderLedger ledger,
            FlashSaleRepository sales,
            PrepareSales preparation,
            Duration retention) {
        this.queue = queue;
        this.ledger = ledger;
        this.sales = sales;
        this.preparation = preparation;
        this.reservations = new CheckReservations(queue, orders, ledger);
        this.retention = retention;
    }

    /**
     * Does nothing when the queue is of the epoch that the database says; else a new epoch begins and is opened. True when
     * this was done. A failure leaves the shard closed; repeating is harmless.
     */
    public CompletionStage<Boolean> keepOpen(SettleOrders.Run writer) {
        return ledger.epoch(writer.shard())
                .thenCompose(before -> queue.epochs()
                        .isOpen(before)
                        .thenCompose(open -> open
                                ? CompletableFuture.completedStage(false)
                                : writer.nextEpoch()
                                        .thenCompose(epoch -> reopen(writer, before, epoch))
                                        .thenApply(_ -> true)));
    }

    /** What the database holds already does not wait, however far back the queue was set. */
    private CompletionStage<Void> reopen(SettleOrders.Run writer, Epoch before, Epoch epoch) {
        return queue.epochs()
                .beginEpoch(epoch)
                .thenCompose(closed -> queue.orders()
                        .acknowledge(epoch.shard(), writer.lastSettled())
                        .thenCompose(_ -> sales.balances(epoch.shard(), retention))
                        .thenCompose(balances -> isIntact(writer, before, closed, balances)
                                .thenCompose(intact -> intact
                                        ? CompletableFuture.completedStage(null)
                                        : reconcile(writer, epoch, balances))
                                .thenCompose(_ -> queue.epochs().open(epoch, writer.lastSettled()))
                                .thenAccept(_ -> prepareRunning(epoch, balances))));
    }

    /**
     * A queue of this history has had the last epoch, every entry that the database knows, and of each sale the units and
     * adjustments. Units alone are no proof: losing the latest admissions keeps them. Nothing proves that it has the reservations
     * of orders that were revived since the last recovery.
     */
    private CompletionStage<Boolean> isIntact(
            SettleOrders.Run writer, Epoch before, BegunEpoch closed, List<SaleBalance> balances) {
        CompletionStage<Boolean> intact = CompletableFuture.completedStage(closed.epoch() >= before.number()
                && closed.last().compareTo(writer.lastSettled()) >= 0
                && balances.stream().noneMatch(balance -> balance.mayLackRevivals(before)));
        for (SaleBalance balance : balances) {
            intact = intact.thenCompose(
                    so -> so ? holds(balance, closed.waiting()) : CompletableFuture.completedStage(false));
        }
        return intact;
    }

    /** A sale that the queue lacks may never have been loaded; but no order of it waits then. */
    private CompletionStage<Boolean> holds(SaleBalance balance, long waiting) {
        return judge(balance, SaleBalance::holds, RECOUNTS)
                .thenCompose(held -> held.map(so -> so
                                ? queue.sales().change(balance.sale()).thenApply(_ -> true)
                                : CompletableFuture.completedStage(false))
                        .orElseGet(() -> CompletableFuture.completedStage(
                                waiting == 0 || !preparation.isRunning(balance.sale()))));
    }

    /** Compares what the queue holds of a sale with its balance. */
    private interface Judge {
        boolean judge(SaleBalance balance, QueueCount counted, Set<Long> applied);
    }

    /** Units may come back between balance and count; a difference that this may explain is judged again. Nothing without the sale. */
    private CompletionStage<Optional<Boolean>> judge(SaleBalance balance, Judge judge, int recounts) {
        Shard shard = balance.sale().shard();
        VoucherId voucher = balance.sale().voucher();
        return queue.audit()
                .count(shard, voucher)
                .thenCompose(counted -> counted.isEmpty()
                        ? CompletableFuture.completedStage(Optional.empty())
                        : queue.audit()
                                .adjustments(shard, voucher)
                                .thenCompose(applied -> judge.judge(balance, counted.get(), applied) || recounts == 0
                                        ? CompletableFuture.completedStage(
                                                Optional.of(judge.judge(balance, counted.get(), applied)))
                                        : judgeAgain(balance, judge, recounts - 1)));
    }

    private CompletionStage<Optional<Boolean>> judgeAgain(SaleBalance before, Judge judge, int recounts) {
        return sales.balances(before.sale().shard(), retention)
                .thenCompose(balances -> balances.stream()
                        .filter(later ->
                                later.sale().voucher().equals(before.sale().voucher()) && !before.stoodUntil(later))
                        .findFirst()
                        .map(later -> judge(later, judge, recounts))
                        .orElseGet(() -> CompletableFuture.completedStage(Optional.of(false))));
    }

    private CompletionStage<Void> reconcile(SettleOrders.Run writer, Epoch epoch, List<SaleBalance> balances) {
        List<VoucherId> vouchers =
                balances.stream().map(balance -> balance.sale().voucher()).toList();
        return writer.drain()
                .thenCompose(_ -> queue.epochs().raiseEntryIds(epoch, writer.lastSettled()))
                .thenCompose(
                        _ -> OneByOne.doAll(vouchers, voucher -> reservations.whole(epoch, voucher, writer::drain)))
                .thenCompose(_ -> writer.drain())
                .thenCompose(_ -> sales.balances(epoch.shard(), retention))
                .thenCompose(settled -> OneByOne.doAll(settled, balance -> keepOrDrop(epoch, balance)));
    }

    private CompletionStage<Void> keepOrDrop(Epoch epoch, SaleBalance balance) {
        FlashSale sale = balance.sale();
        return judge(balance, SaleBalance::equalsRested, RECOUNTS)
                .thenCompose(equal -> equal.map(so -> so
                                ? queue.sales().change(sale).<Void>thenApply(_ -> null)
                                : queue.epochs().drop(epoch, sale.voucher()))
                        .orElseGet(() -> CompletableFuture.completedStage(null)));
    }

    /** Not waited for: others are loaded at their first request, as these are when this fails. */
    private void prepareRunning(Epoch epoch, List<SaleBalance> balances) {
        List<VoucherId> running = balances.stream()
                .map(SaleBalance::sale)
                .filter(preparation::isRunning)
                .map(FlashSale::voucher)
                .toList();
        var _ = OneByOne.tryAll(running, voucher -> preparation.prepare(voucher, epoch));
    }
}
