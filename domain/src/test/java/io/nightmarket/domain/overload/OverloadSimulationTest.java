package io.nightmarket.domain.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** What the limits do to a queueing system, in virtual time. */
final class OverloadSimulationTest {
    /** The work of a loop that serves 10,000 requests a second. */
    private static final Duration WORK = Duration.ofNanos(100_000);

    private static final Duration REJECTION = WORK.dividedBy(5);
    private static final Duration SYNC = Duration.ofMillis(4);
    private static final double CAPACITY = 10_000;

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofSeconds(10);
    private static final Duration MEASURED = Duration.ofSeconds(20);

    /** Bound by the loop. */
    private static SimulatedNode loop() {
        return new SimulatedNode(WORK, REJECTION, SYNC, Duration.ofNanos(10_000));
    }

    /** Bound by the queue of purchases, which takes 256 in 4 + 256 * 0.2 ms. */
    private static SimulatedNode queue() {
        return new SimulatedNode(Duration.ofNanos(20_000), Duration.ofNanos(4_000), SYNC, Duration.ofNanos(200_000));
    }

    private static final double QUEUE_CAPACITY = 256 / (0.004 + 256 * 0.0002);

    @Test
    void nothingIsRejectedAtAnOrdinaryLoad() {
        SimulatedNode node = loop();
        node.arrive(Priority.READ, 0.5 * CAPACITY);
        node.arrive(Priority.BUY, 0.35 * CAPACITY);
        node.run(Duration.ofSeconds(30));
        assertEquals(Map.of(), node.rejected);
        assertEquals(20_000, node.gate.limit());
    }

    @Test
    void aSlowDiskIsNoOverload() {
        SimulatedNode node = new SimulatedNode(WORK, REJECTION, Duration.ofMillis(200), Duration.ofNanos(10_000));
        node.arrive(Priority.BUY, 0.9 * 256 / 0.20256);
        node.run(Duration.ofSeconds(30));
        assertEquals(Map.of(), node.rejected);
        assertEquals(20_000, node.gate.purchaseLimit());
    }

    @Test
    void aPauseIsNoOverload() {
        SimulatedNode node = loop();
        node.arrive(Priority.READ, 0.5 * CAPACITY);
        for (int i = 0; i < 10; i++) {
            node.pauseOnce(Duration.ofMillis(180));
            node.run(SECOND);
        }
        assertEquals(20_000, node.gate.limit());
    }

    @Test
    void theLimitStaysForHalfAnHour() {
        assertSteady(loop(), Priority.READ, CAPACITY, LoadGate::limit);
    }

    @Test
    void theLimitOfPurchasesStaysForHalfAnHour() {
        assertSteady(queue(), Priority.BUY, QUEUE_CAPACITY, LoadGate::purchaseLimit);
    }

    /** At 1.2 times what can be served, for half an hour. */
    private static void assertSteady(
            SimulatedNode node, Priority priority, double capacity, ToDoubleFunction<LoadGate> limit) {
        node.arrive(priority, 1.2 * capacity);
        node.run(WARM_UP);
        double atFirst = limit.applyAsDouble(node.gate);
        double least = atFirst;
        double most = atFirst;
        double _ = node.takeGoodPerSecond(WARM_UP);
        for (int i = 0; i < 1_800; i++) {
            node.run(SECOND);
            least = Math.min(least, limit.applyAsDouble(node.gate));
            most = Math.max(most, limit.applyAsDouble(node.gate));
        }
        assertTrue(most < 1.2 * atFirst && least > 0.8 * atFirst, least + " < " + atFirst + " < " + most);
        assertGoodput(0.9 * capacity, node, Duration.ofMinutes(30));
    }

    @Test
    void aBackEndThatStoodStillForAMinuteIsUsedAgainAtOnce() {
        for (double load : new double[] {0.8, 1.2}) {
            SimulatedNode node = loop();
            node.arrive(Priority.READ, load * CAPACITY);
            node.run(WARM_UP);
            double _ = node.takeGoodPerSecond(WARM_UP);
            node.run(MEASURED);
            double before = node.takeGoodPerSecond(MEASURED);
            node.stopBackEnd(Duration.ofSeconds(60));
            node.run(Duration.ofSeconds(70));
            double _ = node.takeGoodPerSecond(WARM_UP);
            node.run(MEASURED);
            assertGoodput(0.9 * before, node, MEASURED);
        }
    }

    @Test
    void threeTimesThePurchasesCostNoGoodput() {
        SimulatedNode node = queue();
        node.arrive(Priority.BUY, QUEUE_CAPACITY * 3);
        node.arrive(Priority.LOGIN, 100);
        node.arrive(Priority.READ, 1_000);
        node.run(WARM_UP);
        node.good.clear();
        node.rejected.clear();
        node.run(MEASURED);
        assertTrue(count(node.good, Priority.BUY) >= 0.9 * QUEUE_CAPACITY * MEASURED.toSeconds(), node.good.toString());
        assertTrue(count(node.good, Priority.READ) >= 0.9 * 1_000 * MEASURED.toSeconds(), node.good.toString());
        assertTrue(count(node.good, Priority.LOGIN) >= 0.9 * 100 * MEASURED.toSeconds(), node.good.toString());
        assertEquals(0, count(node.rejected, Priority.READ));
    }

    /** Rejections take up part of the loop, and no limit leaves more than they do. */
    @Test
    void threeTimesWhatALoopBearsCostsWhatRejectionsCost() {
        SimulatedNode node = loop();
        node.arrive(Priority.READ, 3 * CAPACITY);
        node.run(WARM_UP);
        double _ = node.takeGoodPerSecond(WARM_UP);
        node.run(MEASURED);
        double left = (1 - 3.0 / 5) / (1 - 1.0 / 5);
        assertGoodput(0.9 * left * CAPACITY, node, MEASURED);
    }

    @Test
    void readsAreRejectedBeforePurchasesAndThoseBeforeLogins() {
        SimulatedNode node = loop();
        node.arrive(Priority.BACKGROUND, 0.3 * CAPACITY);
        node.arrive(Priority.READ, 0.5 * CAPACITY);
        node.arrive(Priority.BUY, 0.6 * CAPACITY);
        node.arrive(Priority.LOGIN, 0.1 * CAPACITY);
        node.run(WARM_UP);
        node.good.clear();
        node.rejected.clear();
        node.run(MEASURED);
        double buying = 0.6 * CAPACITY * MEASURED.toSeconds();
        assertTrue(count(node.rejected, Priority.LOGIN) == 0, node.rejected.toString());
        assertTrue(count(node.rejected, Priority.BUY) < 0.1 * buying, node.rejected.toString());
        assertTrue(count(node.good, Priority.READ) > 0, node.good.toString());
    }

    private static long count(Map<Priority, Long> requests, Priority priority) {
        return requests.getOrDefault(priority, 0L);
    }

    private static void assertGoodput(double least, SimulatedNode node, Duration length) {
        double good = node.takeGoodPerSecond(length);
        assertTrue(good >= least, good + " of " + least);
    }
}
