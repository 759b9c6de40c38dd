package io.nightmarket.http.limit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TokenBucketsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final AtomicLong now = new AtomicLong(-5_000_000_000L);
    private final TokenBuckets four = buckets(4, SECOND);

    private TokenBuckets buckets(int count, Duration per) {
        return new TokenBuckets(count, per, now::get);
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    @Test
    void asManyAsABucketHoldsAreTakenAtOnceAndThenAsTimeGoesBy() {
        for (int i = 0; i < 4; i++) {
            assertEquals(Duration.ZERO, four.take(7));
        }
        assertEquals(Duration.ofMillis(250), four.take(7));
        assertEquals(Duration.ZERO, four.take(8), "another's bucket is full");
        pass(Duration.ofMillis(249));
        assertEquals(Duration.ofMillis(1), four.take(7));
        pass(Duration.ofMillis(1));
        assertEquals(Duration.ZERO, four.take(7));
        assertEquals(Duration.ofMillis(250), four.take(7));
        pass(SECOND.multipliedBy(9));
        for (int i = 0; i < 4; i++) {
            assertEquals(Duration.ZERO, four.take(7), "it holds no more than four");
        }
        assertFalse(four.take(7).isZero());
    }

    @Test
    void whatWasTakenForNothingIsPutBack() {
        for (int i = 0; i < 4; i++) {
            assertEquals(Duration.ZERO, four.take(7));
        }
        four.release(7);
        assertEquals(Duration.ZERO, four.take(7));
        assertFalse(four.take(7).isZero());
        four.release(9);
        assertEquals(Duration.ZERO, four.take(9));
    }

    @Test
    void noLimitIsNone() {
        TokenBuckets none = buckets(0, SECOND);
        assertFalse(none.areLimited());
        none.release(7);
        assertEquals(Duration.ZERO, none.take(7));
    }

    /** Against buckets that are kept for every key; times are whole tokens, so that nothing is rounded. */
    @Test
    void manyKeysAreToldWhatBucketsOfTheirOwnWouldTell() {
        Random random = new Random(1);
        Map<Long, Long> fullAt = new HashMap<>();
        long token = Duration.ofMillis(250).toNanos();
        for (int i = 0; i < 200_000; i++) {
            long key = random.nextInt(20_000) * 1_000_003L;
            long full = Math.max(now.get(), fullAt.getOrDefault(key, Long.MIN_VALUE)) + token;
            long wait = Math.max(0, full - now.get() - 4 * token);
            assertEquals(Duration.ofNanos(wait), four.take(key), "click " + i);
            if (wait == 0) {
                fullAt.put(key, full);
            }
            if (random.nextInt(1_000) == 0) {
                pass(Duration.ofNanos(token));
            }
        }
    }

    @Test
    void moreKeysThanThereIsRoomForArePassedAndNotHeldUp() {
        TokenBuckets rare = buckets(1, Duration.ofHours(1));
        int refused = 0;
        for (long key = 1; key <= 600_000; key++) {
            refused += rare.take(key).isZero() ? 0 : 1;
        }
        assertEquals(0, refused, "nobody pays for another");
        int again = 0;
        for (long key = 1; key <= 600_000; key++) {
            again += rare.take(key).isZero() ? 0 : 1;
        }
        assertTrue(again > 200_000, again + " are remembered");
    }
}
