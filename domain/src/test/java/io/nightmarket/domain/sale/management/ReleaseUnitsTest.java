package io.nightmarket.domain.sale.settlement;

import static io.nightmarket.domain.contract.OrderQueueContract.admit;
import static io.nightmarket.domain.contract.OrderQueueContract.letIn;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.Admission;
import io.nightmarket.domain.sale.queue.FaultyQueue;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.voucher.VoucherId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Units that the ledger owes to the queue. */
final class ReleaseUnitsTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final int UNITS = 1_200;

    private final InMemoryLedger ledger = new InMemoryLedger(_ -> true);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(new ManualClock(NOON));
    private VoucherId sale = new VoucherId(1);

    @BeforeEach
    void openSale() {
        SaleWindow window = new SaleWindow(NOON.minusSeconds(60), NOON.plusSeconds(60));
        NewFlashSale made = new NewFlashSale(new ShopId(1), "券", null, null, 1, 2, UNITS, window);
        sale = await(ledger.create(made, Shard.FIRST)).orElseThrow().voucher();
        await(letIn(queue, Shard.FIRST));
        await(await(LoadedSale.read(ledger, sale)).orElseThrow().openIn(queue, new Epoch(Shard.FIRST, 0)));
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

        await(new ReleaseUnits(ledger, queue).release(Shard.FIRST));

        assertNothingIsOwed();
        await(new ReleaseUnits(ledger, queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void aUnitThatCannotBeGivenBackHoldsUpNoOther() {
        refuse(3);

        assertInstanceOf(
                TimedOut.class,
                failureOf(new ReleaseUnits(ledger, new FaultyQueue(queue, new StepFault(2, false)))
                        .release(Shard.FIRST)));

        assertEquals(List.of(purchase(2)), await(ledger.pending(Shard.FIRST, 0, UNITS)));
        await(new ReleaseUnits(ledger, queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void aUnitWhoseReplyWasLostIsNotGivenBackTwice() {
        refuse(2);

        assertInstanceOf(
                TimedOut.class,
                failureOf(
                        new ReleaseUnits(ledger, new FaultyQueue(queue, new StepFault(1, true))).release(Shard.FIRST)));

        await(new ReleaseUnits(ledger, queue).release(Shard.FIRST));
        assertNothingIsOwed();
    }

    @Test
    void theUnitOfABuyerWhoHasAnotherOrderByNowStays() {
        refuse(1);
        assertEquals(true, await(queue.release(Shard.FIRST, purchase(1))));
        Purchase later = new Purchase(new OrderId(9), sale, new UserId(1));
        assertInstanceOf(Admission.Accepted.class, await(admit(queue, Shard.FIRST, later)));

        await(new ReleaseUnits(ledger, queue).release(Shard.FIRST));

        assertEquals(Optional.of(UNITS - 1L), await(queue.available(Shard.FIRST, sale)));
        assertEquals(
                Optional.of(later.order()), await(queue.findOrder(new Epoch(Shard.FIRST, 0), sale, later.buyer())));
    }
}
