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

/** How late tasks of an event loop run, and what is rejected for it. */
final class LoopDelayTest {
    private final Overload overload = new Overload(() -> 0);
    private final LoopDelay delay = overload.loop();
    private long now;

    /** The next task is due in 10 ms, and runs this much later. */
    private void tick(long lateMillis) {
        long due = now + Duration.ofMillis(10).toNanos();
        now = due + Duration.ofMillis(lateMillis).toNanos();
        delay.note(due, now);
    }

    private void tick(int times, long lateMillis) {
        for (int i = 0; i < times; i++) {
            tick(lateMillis);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "500, '', '', ''",
        "501, READ, '', ''",
        "1000, READ, '', ''",
        "1001, READ, CHANGE, ''",
        "60000, READ, CHANGE, ''"
    })
    void requestsAreRejectedByTheirPriority(long late, String read, String change, String first) {
        tick(2, late);
        assertEquals(read, rejected(Priority.READ));
        assertEquals(change, rejected(Priority.CHANGE));
        assertEquals(first, rejected(Priority.FIRST));
        assertEquals(read.isEmpty() ? 0 : 1, overload.rejections(Priority.READ));
        assertEquals(late / 1e3, overload.standingDelay());
    }

    private String rejected(Priority priority) {
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
        tick(499);
        assertNull(delay.refusal(Priority.READ));
        tick(2, 600);
        assertNotNull(delay.refusal(Priority.READ), "only those of the last 100 ms count");
    }

    @Test
    void clientsComeBackAtDifferentTimes() {
        Set<@Nullable Duration> pauses = new HashSet<>();
        for (int i = 0; i < 8; i++) {
            pauses.add(overload.reject(Priority.READ).retryAfter());
        }
        assertEquals(
                Set.of(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(3), Duration.ofSeconds(4)),
                pauses);
    }
}
