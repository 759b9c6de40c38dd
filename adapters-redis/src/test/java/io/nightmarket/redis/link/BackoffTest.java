package io.nightmarket.redis.link;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

final class BackoffTest {
    private final Backoff backoff = new Backoff(new Random(1));

    @Test
    void pausesGrowUpToTheCap() {
        for (long ceiling : new long[] {50, 100, 200, 400, 800, 1600, 2000, 2000, 2000}) {
            long pause = backoff.next();
            assertTrue(pause >= ceiling / 2 && pause <= ceiling, "pause " + pause + " for " + ceiling);
        }
    }

    @Test
    void aSuccessBeginsAnew() {
        for (int i = 0; i < 10; i++) {
            var _ = backoff.next();
        }

        backoff.reset();

        assertTrue(backoff.next() <= 50);
    }
}
