package io.nightmarket.domain.sale;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.operation.ChangeOutcome;
import io.nightmarket.domain.sale.operation.ChangeSale;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.operation.ReleaseUnits;
import io.nightmarket.domain.sale.operation.SaleChanges;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.recovery.RecoverShard;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.shop.SaleOptions;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** One shard on servers in memory, and the use cases of its sales, whose queue may be another. */
public abstract class SaleWorld {
    public static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    public static final Duration KEPT = Duration.ofHours(24);
    public static final SaleWindow WINDOW = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(3600));
    public static final UserId ALICE = new UserId(1);
    public static final UserId BOB = new UserId(2);

    public final ManualClock clock = new ManualClock(NOON);
    public final ManualTimers timers = new ManualTimers();
    public final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
    public final SaleChanges changes = ledger.saleChanges();
    public final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    public final Epochs epochs = new Epochs(ledger::epoch, timers);
    public final SaleDirectory directory = new SaleDirectory(ledger, timers);
    public VoucherId sale = new VoucherId(1);

    /** A sale of so many units, which the queue doesn't know yet. */
    public VoucherId create(int units) {
        return create(units, WINDOW, SaleOptions.NONE);
    }

    public VoucherId create(int units, SaleWindow window, SaleOptions options) {
        NewFlashSale made = new NewFlashSale(
                new ShopId(1), "券", null, null, 1, 2, units, window, Acknowledgement.ACCEPTED, options);
        return await(ledger.create(made, Shard.FIRST)).orElseThrow().voucher();
    }

    /** Epochs of a node that knows none yet. */
    public Epochs freshEpochs() {
        return new Epochs(ledger::epoch, new ManualTimers());
    }

    public PrepareSales preparing(WholeQueue over, Epochs known) {
        return new PrepareSales(ledger, over, known, directory, clock, KEPT);
    }

    /** Changes sales by this queue. */
    public ChangeSale changing(WholeQueue over) {
        Epochs known = freshEpochs();
        return new ChangeSale(
                changes,
                ledger,
                over,
                known,
                preparing(over, known),
                _ -> CompletableFuture.completedStage(null),
                changed -> directory.changed(changed.voucher(), changed.version()));
    }

    /** The sale as this transition leaves it. */
    public FlashSale moved(ChangeSale changing, SaleTransition transition) {
        return assertInstanceOf(ChangeOutcome.Changed.class, await(changing.move(sale, transition, FlashSales.ACTION)))
                .sale();
    }

    public ReleaseUnits releasing(WholeQueue over) {
        Epochs known = freshEpochs();
        return new ReleaseUnits(ledger, over, known, preparing(over, known));
    }

    public RecoverShard recovering(WholeQueue over, Epochs known) {
        return new RecoverShard(WholeQueue.ports(over), ledger, ledger, ledger, preparing(over, known), KEPT);
    }

    public FindPurchaseOutcome finding(WholeQueue over) {
        return new FindPurchaseOutcome(directory, epochs, over, ledger, ledger);
    }

    public SettleOrders.Run writer(WholeQueue over) {
        return await(
                new SettleOrders(over, ledger, _ -> {}, Shard.FIRST, 100, Duration.ZERO, SettleMeter.NONE).takeOver());
    }

    /** Opens the queue, as the writer does. */
    public void recover() {
        assertTrue(await(recovering(queue, freshEpochs()).keepOpen(writer(queue))));
    }

    public Epoch epoch() {
        return await(ledger.epoch(Shard.FIRST));
    }

    public Purchase purchase(long order, UserId buyer) {
        return new Purchase(new OrderId(order), sale, buyer);
    }

    public Admission admit(long order, UserId buyer) {
        AdmissionRequest request = new AdmissionRequest(purchase(order, buyer), "");
        return await(queue.admit(epoch(), sale, List.of(request))).getFirst();
    }

    public void assertAdmitted(long order, UserId buyer) {
        assertEquals(new Admission.Accepted(new OrderId(order)), admit(order, buyer));
    }

    public void assertSettled(long order) {
        assertInstanceOf(
                OrderProgress.Settled.class,
                await(ledger.find(new OrderId(order))).orElseThrow());
    }

    /** The units that the queue has left. */
    public Optional<Long> free() {
        return await(queue.available(Shard.FIRST, sale));
    }

    public FlashSale inDatabase() {
        return await(ledger.find(sale)).orElseThrow();
    }
}
