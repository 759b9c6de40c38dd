package io.nightmarket.redis.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** In a time that passes only when it is told to. */
final class CacheBreakerTest {
    private static final Duration SLOW = Duration.ofMillis(300);
    private static final Duration TOO_SLOW = Duration.ofMillis(600);

    /** Longer than the interval with its jitter. */
    private static final Duration INTERVAL = Duration.ofMillis(1_501);

    private final ManualTimers timers = new ManualTimers();
    private final CacheBreaker breaker = new CacheBreaker(SLOW, timers::nanoTime, new Random(1));
    private int sent;

    /** A call that is answered after so long. */
    private CompletionStage<String> call(Duration latency) {
        CompletableFuture<String> reply = new CompletableFuture<>();
        CompletionStage<String> answer = breaker.call(() -> {
            sent++;
            return reply;
        });
        timers.advance(latency);
        reply.complete("reply");
        return answer;
    }

    private CompletionStage<String> fail(RuntimeException failure) {
        return breaker.call(() -> {
            sent++;
            return CompletableFuture.failedStage(failure);
        });
    }

    @Test
    void aFastRedisIsLeftAlone() {
        for (int i = 0; i < 200; i++) {
            assertEquals("reply", await(call(SLOW)));
        }
        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    @Test
    void slowRepliesOpenItAndSpareTheNextCalls() {
        for (int i = 0; i < 200; i++) {
            var _ = call(i < 10 ? TOO_SLOW : Duration.ZERO);
        }

        assertEquals(BreakerState.OPEN, breaker.state());
        assertEquals(10, sent);
        var _ = failureOf(Unavailable.class, call(Duration.ZERO));
    }

    @Test
    void timeOutsOpenIt() {
        for (int i = 0; i < 200; i++) {
            var _ = failureOf(fail(new TimedOut("as planned")));
        }

        assertEquals(BreakerState.OPEN, breaker.state());
        assertEquals(10, sent);
    }

    @Test
    void oneSlowCallInTwoOpensItAndFewerDoNot() {
        for (int i = 0; i < 100; i++) {
            var _ = call(i % 3 == 0 ? TOO_SLOW : Duration.ZERO);
        }
        assertEquals(BreakerState.CLOSED, breaker.state());
        for (int i = 0; i < 100 && breaker.state() == BreakerState.CLOSED; i++) {
            var _ = call(i % 2 == 0 ? TOO_SLOW : Duration.ZERO);
        }
        assertEquals(BreakerState.OPEN, breaker.state());
    }

    @Test
    void whatWasNotSentAndWhatWasRefusedDoNotOpenIt() {
        Unavailable away = new Unavailable("no connection");
        for (int i = 0; i < 100; i++) {
            assertSame(away, failureOf(fail(away)));
            var _ = failureOf(fail(new Corrupt("another type")));
        }
        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    @Test
    void afterAnIntervalAFewProbesCloseIt() {
        open();
        timers.advance(INTERVAL);

        for (int i = 0; i < 3; i++) {
            assertEquals("reply", await(call(Duration.ofMillis(1))));
        }

        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    @Test
    void slowProbesOpenItAgain() {
        open();
        timers.advance(INTERVAL);

        for (int i = 0; i < 3; i++) {
            assertEquals("reply", await(call(TOO_SLOW)));
        }

        assertEquals(BreakerState.OPEN, breaker.state());
        var _ = failureOf(Unavailable.class, call(Duration.ZERO));
    }

    @Test
    void whileProbesAreUnderWayOthersFailAtOnce() {
        open();
        timers.advance(INTERVAL);
        for (int i = 0; i < 3; i++) {
            assertFalse(
                    breaker.call(CompletableFuture::new).toCompletableFuture().isDone());
        }
        assertEquals(BreakerState.HALF_OPEN, breaker.state());

        var _ = failureOf(Unavailable.class, call(Duration.ZERO));
    }

    @Test
    void probesThatCouldNotBeSentDecideNothing() {
        open();
        timers.advance(INTERVAL);
        for (int i = 0; i < 20; i++) {
            var _ = failureOf(fail(new Unavailable("no connection")));
        }
        assertEquals(BreakerState.HALF_OPEN, breaker.state());

        for (int i = 0; i < 3; i++) {
            assertEquals("reply", await(call(Duration.ZERO)));
        }
        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    @Test
    void aCallerThatCancelsAProbeTakesNoPlaceForEver() {
        open();
        timers.advance(INTERVAL);
        for (int i = 0; i < 20; i++) {
            breaker.call(CompletableFuture::new).toCompletableFuture().cancel(true);
        }
        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    private void open() {
        for (int i = 0; i < 10; i++) {
            var _ = call(TOO_SLOW);
        }
        assertEquals(BreakerState.OPEN, breaker.state());
    }
}
