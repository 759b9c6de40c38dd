package io.nightmarket.domain.overload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who is rejected, and when. */
final class LoadGateTest {
    private static final int LOWEST = 400;

    private final AtomicLong now = new AtomicLong();
    private final QueueWaiting queue = new QueueWaiting(now::get);
    private final LoadGate gate = new LoadGate(Duration.ofMillis(20), queue);

    private void late(Duration lag, Duration length) {
        for (long end = now.get() + length.toNanos(); now.get() < end; ) {
            now.addAndGet(LoadGate.TICK.toNanos());
            gate.tick(lag.toNanos());
        }
    }

    @Test
    void aHotSaleBesideManyQuietOnesLimitsPurchases() {
        begin(Priority.BUY, 1_000);
        for (int i = 0; i < 100; i++) {
            queue.waited(Duration.ofMillis(100).toNanos(), 256);
            for (int quiet = 0; quiet < 50; quiet++) {
                queue.waited(0, 1);
            }
            late(Duration.ZERO, Duration.ofMillis(100));
        }
        assertEquals(LOWEST, gate.purchaseLimit());
    }

    private void begin(Priority priority, int requests) {
        for (int i = 0; i < requests; i++) {
            gate.begin(priority);
        }
    }

    private List<Priority> admitted() {
        return Arrays.stream(Priority.values()).filter(gate::admits).toList();
    }

    @Test
    void theLastPrioritiesAreRejectedFirst() {
        late(Duration.ofMillis(100), Duration.ofSeconds(10));
        assertEquals(LOWEST, gate.limit());
        begin(Priority.LOGIN, LOWEST / 2);
        begin(Priority.BACKGROUND, LOWEST / 10);
        assertEquals(
                List.of(Priority.FIRST, Priority.LOGIN, Priority.OUTCOME, Priority.STREAM, Priority.BUY, Priority.READ),
                admitted());
        begin(Priority.READ, LOWEST / 5);
        assertEquals(
                List.of(Priority.FIRST, Priority.LOGIN, Priority.OUTCOME, Priority.STREAM, Priority.BUY), admitted());
        begin(Priority.BUY, LOWEST / 10);
        assertFalse(gate.admits(Priority.BUY));
        assertTrue(gate.admits(Priority.LOGIN));
        begin(Priority.LOGIN, LOWEST / 10);
        assertFalse(gate.admits(Priority.LOGIN));
        assertFalse(gate.admits(Priority.STREAM));
        assertTrue(gate.admits(Priority.FIRST));
        gate.end(Priority.LOGIN);
        assertTrue(gate.admits(Priority.LOGIN));
    }

    @Test
    void eachPriorityHasATenthForItself() {
        late(Duration.ofMillis(100), Duration.ofSeconds(10));
        begin(Priority.BUY, LOWEST);
        assertFalse(gate.admits(Priority.BUY));
        assertTrue(gate.admits(Priority.READ));
        begin(Priority.READ, LOWEST / 10);
        assertFalse(gate.admits(Priority.READ));
    }

    @Test
    void whatIsNeverRejectedAndStreamsDoNotCount() {
        begin(Priority.FIRST, 30_000);
        begin(Priority.STREAM, 30_000);
        assertEquals(0, gate.underWay());
        assertEquals(List.of(Priority.values()), admitted());
    }

    @Test
    void theLimitIsBackSomeSecondsAfterTheOverload() {
        late(Duration.ofMillis(100), Duration.ofSeconds(10));
        late(Duration.ZERO, Duration.ofSeconds(10));
        assertEquals(20_000, gate.limit());
    }

    @Test
    void aQueueThatGrowsLimitsPurchasesAlone() {
        begin(Priority.BUY, 1_000);
        for (int i = 0; i < 100; i++) {
            queue.waited(Duration.ofMillis(100).toNanos(), 256);
            late(Duration.ZERO, Duration.ofMillis(100));
        }
        assertEquals(LOWEST, gate.purchaseLimit());
        assertEquals(20_000, gate.limit());
        assertFalse(gate.admits(Priority.BUY));
        assertTrue(gate.admits(Priority.READ));
        late(Duration.ZERO, Duration.ofSeconds(15));
        assertEquals(20_000, gate.purchaseLimit());
    }
}
