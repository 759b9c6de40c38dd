package io.nightmarket.domain.base;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private final Backoff backoff = new Backoff(new Random(1), Duration.ofSeconds(2));

    @Test
    void pausesGrowUpToTheLongest() {
        List<Integer> ceilings = List.of(50, 100, 200, 400, 800, 1600, 2000, 2000, 2000);
        for (int failures = 1; failures <= ceilings.size(); failures++) {
            int ceiling = ceilings.get(failures - 1);
            long pause = backoff.after(failures).toMillis();
            assertTrue(pause >= ceiling / 2 && pause <= ceiling, "pause " + pause + " for " + ceiling);
        }
    }

    @Test
    void anyNumberOfFailuresHasAPause() {
        assertTrue(backoff.after(Integer.MAX_VALUE).toMillis() >= 1_000);
    }
}
