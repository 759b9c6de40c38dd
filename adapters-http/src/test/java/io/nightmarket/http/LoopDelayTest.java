package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How late tasks of an event loop run, and what is refused for it. */
final class LoopDelayTest {
    private static final long TICK = Duration.ofMillis(10).toNanos();

    private long now;
    private final Overload overload = new Overload(() -> now);
    private final LoopDelay delay = overload.loop();

    /** The next task is due in 10 ms, and runs this much later. */
    private void tick(long lateMillis) {
        now += TICK + Duration.ofMillis(lateMillis).toNanos();
        delay.note();
    }

    private void tick(int times, long lateMillis) {
        for (int i = 0; i < times; i++) {
            tick(lateMillis);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "250, '', '', ''",
        "251, READ, '', ''",
        "500, READ, '', ''",
        "501, READ, CHANGE, ''",
        "60000, READ, CHANGE, ''"
    })
    void requestsAreRefusedByTheirPriority(long late, String read, String change, String first) {
        tick(2, late);
        assertEquals(read, refused(Priority.READ));
        assertEquals(change, refused(Priority.CHANGE));
        assertEquals(first, refused(Priority.FIRST));
        assertEquals(read.isEmpty() ? 0 : 1, overload.refusals(Priority.READ));
        assertEquals(late / 1e3, overload.standingDelay());
    }

    private String refused(Priority priority) {
        return delay.refusal(priority) == null ? "" : priority.name();
    }

    /** A collector stops all threads once for a second. */
    @Test
    void aSinglePauseIsNoStandingDelay() {
        tick(1_000);
        assertNull(delay.refusal(Priority.READ), "the first of all");
        tick(20, 0);
        tick(1_000);
        assertNull(delay.refusal(Priority.READ), "the task before the pause was in time");
        tick(0);
        assertNull(delay.refusal(Priority.READ));
    }

    @Test
    void theDelayStandsUntilATaskRunsInTime() {
        tick(20, 0);
        tick(600);
        assertNull(delay.refusal(Priority.READ));
        tick(600);
        assertNotNull(delay.refusal(Priority.READ));
        tick(249);
        assertNull(delay.refusal(Priority.READ));
        tick(2, 600);
        assertNotNull(delay.refusal(Priority.READ), "only those of the last 100 ms count");
    }

    /** What is served while the next task is overdue has waited, too. */
    @Test
    void aThirdLatePassCountsBeforeItsTaskRuns() {
        tick(20, 0);
        tick(200);
        tick(400);
        now += TICK + Duration.ofMillis(250).toNanos();
        assertNull(delay.refusal(Priority.READ));
        now++;
        assertNotNull(delay.refusal(Priority.READ));
        now += Duration.ofSeconds(1).toNanos();
        assertNull(delay.refusal(Priority.CHANGE), "no more than the pass before: it may be a pause of the collector");
        delay.note();
        assertNull(delay.refusal(Priority.CHANGE));
    }

    @Test
    void clientsComeBackAtDifferentTimes() {
        Set<@Nullable Duration> pauses = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            pauses.add(overload.refuse(Priority.READ).retryAfter());
        }
        assertEquals(
                Set.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(4)),
                pauses);
    }
}
