package io.nightmarket.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.OpenLoad.Verdict;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** By a clock that only the test moves: 100 requests a second, one each 10 ms. */
final class OpenLoadTest {
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final List<Promise<Verdict>> sent = new ArrayList<>();
    private long now = 1_000_000_007L;

    private OpenLoad load(Duration length, int concurrency) {
        return new OpenLoad(new LoadPlan(length.toMillis() / 10, length, concurrency), () -> now, _ -> hold());
    }

    private Future<Verdict> hold() {
        Promise<Verdict> answer = Promise.promise();
        sent.add(answer);
        return answer.future();
    }

    private void pass(OpenLoad load, long millis) {
        for (long i = 0; i < millis; i++) {
            now += MILLI;
            boolean _ = load.sendDue();
        }
    }

    @Test
    void sendsWhenDueWhateverIsAnswered() {
        OpenLoad load = load(Duration.ofSeconds(1), 1_000);
        boolean _ = load.sendDue();
        assertEquals(1, sent.size());
        pass(load, 9);
        assertEquals(1, sent.size());
        pass(load, 1);
        assertEquals(2, sent.size());
        pass(load, 2_000);
        assertEquals(100, sent.size());
        assertFalse(load.sendDue());
    }

    /** The server stalls for a second: a closed loop would have sent one request, and measured one slow answer. */
    @Test
    void aStallShowsInTheLatencyOfAllWhomItHit() {
        OpenLoad load = load(Duration.ofSeconds(1), 1_000);
        pass(load, 1_000);
        sent.forEach(answer -> answer.complete(Verdict.ACCEPTED));
        LoadResult result = load.finish();
        assertEquals(100, result.accepted());
        assertEquals(1_000, result.millis(100), 2);
        assertEquals(500, result.millis(50), 12);
        assertEquals(10, result.latency().getMinValue() / (double) MILLI, 1);
        assertTrue(result.isWhole());
    }

    /** The driver itself comes late: those whom it let wait have waited. */
    @Test
    void latencyCountsFromTheScheduleAndNotFromTheSending() {
        OpenLoad load = load(Duration.ofMillis(500), 1_000);
        now += 500 * MILLI;
        boolean _ = load.sendDue();
        assertEquals(50, sent.size());
        sent.forEach(answer -> answer.complete(Verdict.REFUSED));
        LoadResult result = load.finish();
        assertEquals(50, result.refused());
        assertFalse(result.isWhole());
        assertEquals(500, result.millis(100), 2);
        assertEquals(250, result.millis(50), 12);
    }

    @Test
    void whatIsTooMuchIsNotSentAndCounted() {
        OpenLoad load = load(Duration.ofSeconds(1), 3);
        pass(load, 500);
        assertEquals(3, sent.size());
        sent.forEach(answer -> answer.complete(Verdict.ACCEPTED));
        pass(load, 500);
        LoadResult result = load.finish();
        assertEquals(6, sent.size());
        assertEquals(3, result.accepted());
        assertEquals(3, result.unanswered());
        assertEquals(94, result.notSent());
        assertFalse(result.isWhole());
    }

    @Test
    void whoWaitsAtTheEndHasWaitedSoLong() {
        OpenLoad load = load(Duration.ofMillis(10), 10);
        boolean _ = load.sendDue();
        pass(load, 700);
        LoadResult result = load.finish();
        assertEquals(1, result.unanswered());
        assertEquals(700, result.millis(100), 2);
    }

    @Test
    void aBrokenRequestIsAFailure() {
        OpenLoad load = load(Duration.ofMillis(10), 10);
        boolean _ = load.sendDue();
        sent.getFirst().fail(new IOException("gone"));
        assertTrue(load.sendDue());
        assertEquals(1, load.finish().failed());
    }
}
