package io.nightmarket.redis.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

    /** Slow calls that open it. */
    private static final int FEWEST = 5;

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

    /** Concurrent calls that are all answered after this time. */
    private void call(int calls, Duration latency) {
        List<CompletableFuture<String>> replies = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            CompletableFuture<String> reply = new CompletableFuture<>();
            var _ = breaker.call(() -> {
                sent++;
                replies.add(reply);
                return reply;
            });
        }
        timers.advance(latency);
        replies.forEach(reply -> reply.complete("reply"));
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
        call(FEWEST - 1, TOO_SLOW);
        assertEquals(BreakerState.CLOSED, breaker.state());
        call(1, TOO_SLOW);
        assertEquals(BreakerState.OPEN, breaker.state());

        call(150, Duration.ZERO);

        assertEquals(FEWEST, sent);
        var _ = failureOf(Unavailable.class, call(Duration.ZERO));
    }

    @Test
    void timeOutsOpenIt() {
        for (int i = 0; i < 200; i++) {
            var _ = failureOf(fail(new TimedOut("as planned")));
        }

        assertEquals(BreakerState.OPEN, breaker.state());
        assertEquals(FEWEST, sent);
    }

    /** A quiet node, on which readers come one after the other. */
    @Test
    void aFewReadersInARowAreSparedToo() {
        for (int i = 0; i < 15; i++) {
            var _ = call(breaker.state() == BreakerState.OPEN ? Duration.ofMillis(10) : TOO_SLOW);
        }
        assertEquals(FEWEST, sent);
    }

    @Test
    void aBurstOfSlowCallsAmongManyFastOnesDoesNotOpenIt() {
        for (int i = 0; i < 10; i++) {
            call(20, Duration.ZERO);
            timers.advance(Duration.ofMillis(300));
        }

        call(100, TOO_SLOW);

        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    @Test
    void whatWasFastBeforeTheWindowDoesNotKeepItClosed() {
        call(1_000, Duration.ZERO);
        timers.advance(Duration.ofSeconds(6));

        call(FEWEST, TOO_SLOW);

        assertEquals(BreakerState.OPEN, breaker.state());
    }

    @Test
    void oneSlowCallInTwoOpensItAndFewerDoNot() {
        call(49, Duration.ZERO);
        call(48, TOO_SLOW);
        assertEquals(BreakerState.CLOSED, breaker.state());
        call(1, TOO_SLOW);
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
        assertEquals(BreakerState.HALF_OPEN, breaker.state(), "without calls");

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
    void probesThatCouldNotBeSentOrWereCancelledDecideNothing() {
        open();
        timers.advance(INTERVAL);
        for (int i = 0; i < 20; i++) {
            var _ = failureOf(fail(new Unavailable("no connection")));
            breaker.call(CompletableFuture::new).toCompletableFuture().cancel(true);
        }
        assertEquals(BreakerState.HALF_OPEN, breaker.state());

        for (int i = 0; i < 3; i++) {
            assertEquals("reply", await(call(Duration.ZERO)));
        }
        assertEquals(BreakerState.CLOSED, breaker.state());
    }

    @Test
    void callsOfBeforeItOpenedAreNoProbes() {
        List<CompletableFuture<String>> late = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            CompletableFuture<String> reply = new CompletableFuture<>();
            late.add(reply);
            var _ = breaker.call(() -> reply);
        }
        open();
        timers.advance(INTERVAL);
        var _ = breaker.call(CompletableFuture::new);
        var _ = breaker.call(CompletableFuture::new);
        late.forEach(reply -> reply.complete("late"));
        assertEquals(BreakerState.HALF_OPEN, breaker.state());

        assertEquals("reply", await(call(Duration.ZERO)));
        var _ = failureOf(Unavailable.class, call(Duration.ZERO));
    }

    private void open() {
        call(50, TOO_SLOW);
        assertEquals(BreakerState.OPEN, breaker.state());
    }
}
