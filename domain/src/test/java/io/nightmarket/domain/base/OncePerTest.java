package io.nightmarket.domain.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class OncePerTest {
    /** Near its overflow: times of the JVM may be any. */
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

    private final OncePer oncePer = new OncePer(Duration.ofNanos(10), nanos::get);

    @Test
    void theFirstCallerOfEachIntervalBegins() {
        assertTrue(oncePer.tryBegin());
        assertFalse(oncePer.tryBegin());
        nanos.addAndGet(9);
        assertFalse(oncePer.tryBegin());
        nanos.addAndGet(1);
        assertTrue(oncePer.tryBegin());
        assertFalse(oncePer.tryBegin());
        nanos.addAndGet(25);
        assertTrue(oncePer.tryBegin());
        nanos.addAndGet(9);
        assertFalse(oncePer.tryBegin(), "the interval begins with the call");
    }

    @Test
    void ofManyAtOnceOneBegins() {
        for (int round = 0; round < 200; round++) {
            assertEquals(
                    1,
                    IntStream.range(0, 8)
                            .parallel()
                            .filter(_ -> oncePer.tryBegin())
                            .count());
            nanos.addAndGet(10);
        }
    }
}
