package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.OrderQueueContract.admit;
import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.FaultyQueue;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.UnsupportedQueue;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Units that the ledger owes to the queue. */
final class ReleaseUnitsTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final int UNITS = 1_200;
    private static final Epoch EPOCH = new Epoch(Shard.FIRST, 0);

    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true, clock);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private VoucherId sale = new VoucherId(1);

    @BeforeEach
    void openSale() {
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(60));
        NewFlashSale made = FlashSales.plain(new ShopId(1), "券", null, null, 1, 2, UNITS, window);
        sale = await(ledger.create(made, Shard.FIRST)).orElseThrow().voucher();
        await(letIn(queue, Shard.FIRST));
        await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, EPOCH));
    }

    private ReleaseUnits releases(WholeQueue over) {
        Epochs epochs = new Epochs(ledger::epoch, new ManualTimers());
        return new ReleaseUnits(
                ledger,
                over,
                epochs,
                new PrepareSales(ledger, over, epochs, new SaleDirectory(ledger), clock, Duration.ofHours(1)));
    }

    private Purchase purchase(int number) {
        return new Purchase(new OrderId(number), sale, new UserId(number));
    }

    /** The ledger refuses so many orders, and whoever refused them dies before the queue hears of it. */
    private void refuse(int orders) {
        for (int i = 1; i <= orders; i++) {
            assertInstanceOf(Admission.Accepted.class, await(admit(queue, Shard.FIRST, purchase(i))));
        }
        OrderLedger.Writer writer = await(ledger.becomeWriter(Shard.FIRST));
        for (QueueEntry entry : await(queue.read(Shard.FIRST, EntryId.ZERO, orders, Duration.ZERO))) {
            ledger.reject(writer, entry);
        }
        assertEquals(Optional.of((long) UNITS - orders), await(queue.available(Shard.FIRST, sale)));
    }

    private void assertNothingIsOwed() {
        assertEquals(List.of(), await(ledger.pending(Shard.FIRST, 0, UNITS)));
        assertEquals(Optional.of((long) UNITS), await(queue.available(Shard.FIRST, sale)));
    }

    @Test
    void whatACrashLeftOwedIsPaidWithoutATakeOver() {
        refuse(UNITS);

        await(releases(queue).release(Shard.FIRST));

        assertNothingIsOwed();
        await(releases(queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void aUnitThatCannotBeGivenBackHoldsUpNoOther() {
        refuse(3);

        assertInstanceOf(
                TimedOut.class,
                failureOf(releases(new FaultyQueue(queue, new StepFault(2, false)))
                        .release(Shard.FIRST)));

        assertEquals(List.of(purchase(2)), await(ledger.pending(Shard.FIRST, 0, UNITS)));
        await(releases(queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void aUnitWhoseReplyWasLostIsNotGivenBackTwice() {
        refuse(2);

        assertInstanceOf(
                TimedOut.class,
                failureOf(
                        releases(new FaultyQueue(queue, new StepFault(1, true))).release(Shard.FIRST)));

        await(releases(queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    /** A load that read the ledger while the order was a dead letter brings its reservation after the release. */
    @Test
    void aUnitOfASaleThatIsBeingLoadedIsReleasedOnceItIsThere() {
        FlashSale before = await(ledger.find(sale)).orElseThrow();
        LoadedSale earlier =
                new LoadedSale(new SaleSnapshot(before, 1, Set.of()), Map.of(new UserId(1), new OrderId(1)), Map.of());
        refuse(1);
        queue.loseEverything();
        await(letIn(queue, Shard.FIRST));
        WholeQueue loadsMeanwhile = new UnsupportedQueue() {
            @Override
            public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
                return queue.release(epoch, purchase);
            }

            @Override
            public CompletionStage<Boolean> change(FlashSale adjusted) {
                return earlier.openIn(queue, EPOCH).thenCompose(_ -> queue.change(adjusted));
            }
        };

        await(releases(loadsMeanwhile).release(Shard.FIRST));

        assertNothingIsOwed();
    }

    @Test
    void theUnitOfABuyerWhoHasAnotherOrderByNowStays() {
        refuse(1);
        assertEquals(Release.RELEASED, await(queue.release(EPOCH, purchase(1))));
        Purchase later = new Purchase(new OrderId(9), sale, new UserId(1));
        assertInstanceOf(Admission.Accepted.class, await(admit(queue, Shard.FIRST, later)));

        await(releases(queue).release(Shard.FIRST));

        assertEquals(Optional.of(UNITS - 1L), await(queue.available(Shard.FIRST, sale)));
        assertEquals(Optional.of(later.order()), await(queue.findOrder(EPOCH, sale, later.buyer())));
    }
}
