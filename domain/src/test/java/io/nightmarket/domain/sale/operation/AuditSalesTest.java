package io.nightmarket.domain.sale.operation;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.payment.LatePayments.LatePayment;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.SaleWorld;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.operation.AuditReport.Finding;
import io.nightmarket.domain.sale.operation.AuditReport.Repair;
import io.nightmarket.domain.sale.queue.OrderQueue.Release;
import io.nightmarket.domain.sale.queue.OrderQueue.Reservation;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.StepFault;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sales in which something is wrong, or seems to be, and what the audit makes of it. */
final class AuditSalesTest extends SaleWorld {
    private static final int UNITS = 10;
    private final AuditSales audit = audit(queue);

    @BeforeEach
    void openSales() {
        VoucherId other = create(UNITS);
        sale = create(UNITS);
        recover();
        sell(1, ALICE);
        assertAllIsWell(audit.iterate());
        assertEquals(other.value() + 1, sale.value());
    }

    private AuditSales audit(WholeQueue over) {
        return new AuditSales(ledger, ledger, ledger, WholeQueue.ports(over), clock, KEPT);
    }

    private void sell(long order, UserId buyer) {
        assertAdmitted(order, buyer);
        await(writer(queue).drain());
        assertSettled(order);
    }

    private boolean isOpen() {
        return await(queue.isOpen(epoch()));
    }

    private void assertAllIsWell(CompletionStage<AuditReport> round) {
        AuditReport report = await(round);
        assertEquals(List.of(), report.findings());
        assertEquals(0, report.inDatabase());
        assertEquals(0, report.inQueue());
        assertEquals(Optional.empty(), report.failure());
        assertTrue(isOpen());
    }

    /** The next round is the first to see it, the one after is sure. */
    private AuditReport secondRound() {
        assertAllIsWell(audit.iterate());
        return await(audit.iterate());
    }

    private static List<Finding> findings(VoucherId sale, SaleDiscrepancy discrepancy, boolean closed) {
        return List.of(new Finding(sale, discrepancy, closed));
    }

    /** The rounds of more than 30 s, in which the walk meets everything twice. */
    private Repair repairs() {
        Repair all = new Repair(0, 0);
        for (int i = 0; i < 8; i++) {
            Repair repair = await(audit.iterate()).repair();
            all = all.and(repair.reenqueued(), repair.released());
            clock.advance(Duration.ofSeconds(5));
        }
        return all;
    }

    @Test
    void aWindowThatOtherSoftwareChangedIsTakenOver() {
        ledger.moveWindow(sale, new SaleWindow(NOON.minusSeconds(60), NOON.minusSeconds(1)));
        assertAllIsWell(audit.iterate());
        assertEquals(new Admission.Ended(), admit(2, BOB));
    }

    @Test
    void anAcceptedOrderThatIsNowhereIsEmittedAgainAndSettledOnABusyShard() {
        assertAdmitted(2, BOB);
        queue.loseEntries(Shard.FIRST);
        assertAdmitted(3, new UserId(3));

        assertAllIsWell(audit.iterate());
        assertEquals(new Repair(0, 0), await(audit.iterate()).repair(), "once seen is under way");
        assertEquals(new Repair(1, 0), repairs());

        assertTrue(isOpen(), "buyers are let in all the while");
        await(writer(queue).drain());
        assertSettled(2);
        assertSettled(3);
        assertEquals(new Repair(0, 0), repairs());
        assertEquals(UNITS - 3, inDatabase().stock());
    }

    @Test
    void ordersThatTheDatabaseLostAreSettledAgain() {
        Runnable setBack = ledger.copy();
        sell(2, BOB);
        sell(3, new UserId(3));
        setBack.run();

        assertEquals(new Repair(2, 0), repairs());
        await(writer(queue).drain());

        assertSettled(2);
        assertSettled(3);
        assertAllIsWell(audit.iterate());
    }

    @Test
    void aRefusedOrderThatKeptItsUnitIsReleased() {
        assertAdmitted(2, BOB);
        OrderLedger.Writer writer = await(ledger.becomeWriter(Shard.FIRST));
        QueueEntry entry =
                await(queue.read(Shard.FIRST, EntryId.ZERO, 10, Duration.ZERO)).getLast();
        ledger.reject(writer, entry);
        await(queue.acknowledge(Shard.FIRST, entry.id()));

        assertEquals(new Repair(0, 1), await(audit.iterate()).repair());

        assertEquals(new Repair(0, 0), repairs());
        assertEquals(Optional.of(UNITS - 1L), free());
    }

    @Test
    void aDeadLetterIsLeftAlone() {
        assertAdmitted(2, BOB);
        await(ledger.requestSkip(Shard.FIRST, new OrderId(2)));
        await(writer(queue).drain());

        assertEquals(new Repair(0, 0), repairs());
        assertEquals(Optional.of(UNITS - 2L), free());
    }

    /** What goes wrong, what the audit finds, and the units that are free after a rebuilding. */
    enum Drift {
        A_UNIT_TOO_MANY(3, 0, UNITS - 1),
        A_UNIT_TOO_FEW_WHILE_AN_ORDER_IS_ON_ITS_WAY(-1, 0, UNITS - 2),
        A_BUYER_WAS_FORGOTTEN(-1, 0, UNITS - 1),
        /** The unit of a refused order came back, and then the database lost the refusal and settled the order. */
        A_UNIT_THAT_IS_SOLD_IS_FREE(1, 0, UNITS - 1),
        THE_QUEUE_NEVER_GOT_UNITS(-5, -1, UNITS + 4);

        private final int units;
        private final int adjustments;
        private final long freeAfterwards;

        Drift(int units, int adjustments, long freeAfterwards) {
            this.units = units;
            this.adjustments = adjustments;
            this.freeAfterwards = freeAfterwards;
        }
    }

    private void cause(Drift drift) {
        switch (drift) {
            case A_UNIT_TOO_MANY -> queue.plantUnits(Shard.FIRST, sale, 3);
            case A_UNIT_TOO_FEW_WHILE_AN_ORDER_IS_ON_ITS_WAY -> {
                assertAdmitted(2, BOB);
                queue.plantUnits(Shard.FIRST, sale, -1);
            }
            case A_BUYER_WAS_FORGOTTEN -> queue.loseBuyer(Shard.FIRST, sale, ALICE);
            case A_UNIT_THAT_IS_SOLD_IS_FREE -> {
                sell(1, ALICE);
                assertEquals(Release.RELEASED, await(queue.release(epoch(), purchase(1, ALICE))));
            }
            case THE_QUEUE_NEVER_GOT_UNITS -> await(ledger.finish(epoch(), fiveMore()));
        }
    }

    private StockAdjustment fiveMore() {
        return assertInstanceOf(StockAdjustments.Written.Stands.class, await(ledger.write(77, sale, "more", 5)))
                .adjustment();
    }

    @ParameterizedTest
    @EnumSource
    void aDriftIsFoundAndMendedByARebuilding(Drift drift) {
        cause(drift);

        SaleDiscrepancy found = new SaleDiscrepancy(0, drift.units, drift.adjustments);
        assertEquals(findings(sale, found, true), secondRound().findings());

        assertFalse(isOpen());
        recover();
        assertAllIsWell(audit.iterate());
        assertAllIsWell(audit.iterate());
        assertEquals(Optional.of(drift.freeAfterwards), free());
        assertEquals(Optional.of(new OrderId(1)), await(queue.findOrder(epoch(), sale, ALICE)));
        assertSettled(1);
        if (drift == Drift.A_UNIT_TOO_FEW_WHILE_AN_ORDER_IS_ON_ITS_WAY) {
            assertSettled(2);
        }
    }

    @Test
    void aDriftThatARebuildingDoesNotMendClosesTheShardOnce() {
        queue.plantUnits(Shard.FIRST, sale, 3);
        assertAllIsWell(audit.iterate());
        assertEquals(3, await(audit.iterate()).inQueue());
        assertFalse(isOpen());
        assertEquals(0, await(audit.iterate()).inQueue(), "a closed shard is not looked at");
        recover();
        queue.plantUnits(Shard.FIRST, sale, 3);
        assertAllIsWell(audit.iterate());

        AuditReport report = await(audit.iterate());

        assertEquals(findings(sale, new SaleDiscrepancy(0, 3, 0), false), report.findings());
        assertEquals(3, report.inQueue());
        assertTrue(isOpen());
    }

    @Test
    void booksThatContradictThemselvesAreToldOfAndNotTouched() {
        ledger.plantStock(sale, 2);

        var _ = await(audit.iterate());
        for (AuditReport report : List.of(await(audit.iterate()), await(audit.iterate()))) {
            assertEquals(findings(sale, new SaleDiscrepancy(2, 0, 0), false), report.findings());
            assertEquals(2, report.inDatabase());
            assertEquals(0, report.inQueue());
        }
        assertTrue(isOpen());
    }

    @Test
    void unitsThatComeAreNoDrift() {
        StockAdjustment more = fiveMore();
        assertAllIsWell(audit.iterate());
        assertAllIsWell(audit.iterate());
        var _ = await(queue.addUnits(epoch(), sale, more.id(), 5));
        assertAllIsWell(audit.iterate());
        await(ledger.finish(epoch(), more));
        assertAllIsWell(audit.iterate());
        assertAllIsWell(audit.iterate());
    }

    @Test
    void ordersOnTheirWayAreNoDrift() {
        assertAdmitted(2, BOB);
        assertAllIsWell(audit.iterate());
        AuditReport report = await(audit.iterate());
        assertEquals(List.of(), report.findings());
        assertEquals(1, report.waiting().get(Shard.FIRST));
        await(writer(queue).drain());
        assertSettled(2);
        assertAllIsWell(audit.iterate());
    }

    @Test
    void whatAnotherWasSeenToDoIsForgotten() {
        queue.plantUnits(Shard.FIRST, sale, 1);
        assertAllIsWell(audit.iterate());

        audit.reset();

        assertAllIsWell(audit.iterate());
    }

    @Test
    void aShardThatIsClosedIsNotLookedAt() {
        queue.plantUnits(Shard.FIRST, sale, 1);
        assertAllIsWell(audit.iterate());
        await(queue.close(epoch()));

        AuditReport report = await(audit.iterate());

        assertEquals(List.of(), report.findings());
        assertEquals(Optional.empty(), report.failure());
        recover();
        assertAllIsWell(audit.iterate());
        assertAllIsWell(audit.iterate());
    }

    @Test
    void aSaleThatCannotBeCountedHoldsUpNoOther() {
        queue.plantUnits(Shard.FIRST, sale, 1);
        // The first step asks for the epoch, the second looks at the other sale.
        AuditSales hindered = audit(new StepFault(2, false).over(queue));
        assertInstanceOf(TimedOut.class, await(hindered.iterate()).failure().orElseThrow());

        assertEquals(
                findings(sale, new SaleDiscrepancy(0, 1, 0), true),
                await(hindered.iterate()).findings());
    }

    private void cancel(long order) {
        var _ = await(ledger.orderLife().apply(new OrderId(order), OrderTransition.CANCEL));
        releaseAll();
    }

    private void releaseAll() {
        await(ledger.pending(Shard.FIRST, 0, 10)).forEach(purchase -> {
            assertEquals(Release.RELEASED, await(queue.release(epoch(), purchase)));
            await(ledger.markReleased(List.of(purchase)));
        });
    }

    /** One order after the other is cancelled, and its unit released, between the reading of a balance and the count. */
    private WholeQueue withACancelBeforeEachCount(long firstOrder) {
        AtomicLong next = new AtomicLong(firstOrder);
        return Changed.calls(WholeQueue.class, (_, method, arguments) -> {
            if (method.getName().equals("count") && sale.equals(arguments[1])) {
                cancel(next.getAndIncrement());
            }
            return Changed.invoke(queue, method, arguments);
        });
    }

    @Test
    void aUnitThatComesBackDuringAnIterationIsNoDrift() {
        sell(2, BOB);
        sell(3, new UserId(3));
        AuditSales interrupted = audit(withACancelBeforeEachCount(1));
        for (int i = 0; i < 3; i++) {
            assertAllIsWell(interrupted.iterate());
        }
        assertEquals(Optional.of((long) UNITS), free());
    }

    /** Whether it is taken as it is shows in the reservations, which are read only otherwise. */
    @Test
    void aUnitThatComesBackDuringARecoveryIsNoLoss() {
        queue.copyOf(Shard.FIRST).run();
        AtomicBoolean isCancelled = new AtomicBoolean();
        WholeQueue counting = Changed.calls(WholeQueue.class, (_, method, arguments) -> {
            assertFalse(method.getName().equals("raiseEntryIds"), "the queue is intact");
            if (method.getName().equals("count")
                    && sale.equals(arguments[1])
                    && isCancelled.compareAndSet(false, true)) {
                cancel(1);
            }
            return Changed.invoke(queue, method, arguments);
        });

        assertTrue(await(recovering(counting, freshEpochs()).keepOpen(writer(queue))));

        assertTrue(isCancelled.get());
        assertAllIsWell(audit.iterate());
        assertEquals(Optional.of((long) UNITS), free());
    }

    /** The tail of the queue's log was lost with the release of an order that had been revived, and refunded since. */
    @Test
    void theUnitOfAnOrderThatWasRevivedAndRefundedIsReleased() {
        cancel(1);
        assertEquals(
                Reservation.RESERVED, await(queue.reserve(epoch(), new Purchase(new OrderId(1), sale, ALICE, 71))));

        assertEquals(new Repair(0, 1), repairs(), "no payment of this number is undecided");
        assertEquals(Optional.of((long) UNITS), free());
        assertAllIsWell(audit.iterate());
    }

    /** The buyer's payment, whose money came after the order was cancelled. */
    private PaymentId payLate() {
        PaymentId payment = new PaymentId(71);
        var _ = await(ledger.orderLife().begin(payment, new OrderId(1), ALICE, 1));
        cancel(1);
        var _ = await(ledger.orderLife().capture(payment, 1));
        return payment;
    }

    private void revive(PaymentId payment) {
        LatePayment late = await(ledger.orderLife().find(payment, KEPT)).orElseThrow();
        assertTrue(await(ledger.orderLife().revive(late, Optional.of(epoch()))).isPresent());
    }

    @Test
    void aUnitThatIsReservedForLateMoneyIsLeftAlone() {
        PaymentId payment = payLate();
        Purchase reserved = new Purchase(new OrderId(1), sale, ALICE, payment.value());
        assertEquals(Reservation.RESERVED, await(queue.reserve(epoch(), reserved)));

        assertEquals(new Repair(0, 0), repairs());
        revive(payment);
        assertEquals(new Repair(0, 0), repairs());
        assertEquals(Optional.of(UNITS - 1L), free());
    }

    /** The queue is set back to before a refund and a revival: its units add up, and one is another's. */
    @Test
    void aRecoveryFindsTheReservationOfARevivalThatTheQueueLost() {
        sell(2, BOB);
        InMemoryOrderLife life = ledger.orderLife();
        PaymentId payment = payLate();
        Runnable setBack = queue.copyOf(Shard.FIRST);
        var _ = await(queue.reserve(epoch(), new Purchase(new OrderId(1), sale, ALICE, payment.value())));
        revive(payment);
        var _ = await(life.apply(new OrderId(2), OrderTransition.pay(1)));
        var _ = await(life.apply(new OrderId(2), OrderTransition.REQUEST_REFUND));
        releaseAll();

        setBack.run();
        recover();

        assertEquals(Optional.of(new OrderId(1)), await(queue.findOrder(epoch(), sale, ALICE)));
        assertEquals(Optional.empty(), await(queue.findOrder(epoch(), sale, BOB)));
        assertEquals(Optional.of(UNITS - 1L), free());
        assertAllIsWell(audit.iterate());
    }

    @Test
    void cancelledAndRefundedOrdersAreCounted() {
        sell(2, BOB);
        sell(3, new UserId(3));
        cancel(1);
        InMemoryOrderLife life = ledger.orderLife();
        var _ = await(life.apply(new OrderId(2), OrderTransition.pay(1)));
        var _ = await(life.apply(new OrderId(2), OrderTransition.REQUEST_REFUND));

        var _ = await(audit.iterate());
        AuditReport report = await(audit.iterate());

        assertEquals(
                new SaleTally(UNITS, UNITS - 1, 1, 1, 1, 0, 0, 0),
                report.tallies().get(sale));
        assertEquals(List.of(1L, 1L), List.of(report.cancelled(), report.refunded()));
    }

    @Test
    void whatIsLostIsCounted() {
        await(ledger.recordLost(epoch(), purchase(7, BOB)));

        assertEquals(1, await(audit.iterate()).lost());
        assertAllIsWell(audit.iterate());
    }
}
