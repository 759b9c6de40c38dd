package io.nightmarket.bench.sale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bench.sale.OpenLoad.Plan;
import io.nightmarket.bench.sale.OpenLoad.Result;
import io.nightmarket.bench.sale.OpenLoad.Verdict;
import java.time.Duration;
import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** By a clock that only the test moves: 100 requests a second, one each 10 ms. */
final class OpenLoadTest {
    private static final long MILLI = Duration.ofMillis(1).toNanos();

    private final ArrayDeque<Long> underWay = new ArrayDeque<>();
    private long now;

    private static OpenLoad load(Duration length, int waiting) {
        return new OpenLoad(new Plan(100, length, waiting));
    }

    /** Time passes, in which each request finds a connection that was always free. */
    private void pass(OpenLoad load, long millis) {
        for (long i = 0; i <= millis; i++) {
            load.advance(now);
            send(load, Integer.MAX_VALUE, 0);
            now += i < millis ? MILLI : 0;
        }
    }

    private void send(OpenLoad load, int most, long freeSince) {
        for (int i = 0; i < most && load.hasNext(); i++) {
            underWay.add(load.send(now, freeSince));
        }
    }

    private void answerAll(OpenLoad load, Verdict verdict) {
        while (!underWay.isEmpty()) {
            load.answer(verdict, 0, underWay.remove(), now);
        }
    }

    @Test
    void sendsWhenDueWhateverIsAnswered() {
        OpenLoad load = load(Duration.ofSeconds(1), 1_000);
        pass(load, 0);
        assertEquals(1, underWay.size());
        pass(load, 9);
        assertEquals(1, underWay.size());
        pass(load, 1);
        assertEquals(2, underWay.size());
        pass(load, 2_000);
        assertEquals(100, underWay.size());
        assertFalse(load.isDone(now));
        answerAll(load, Verdict.GOOD);
        assertTrue(load.isDone(now));
    }

    /** The server stalls for a second: a closed loop would have sent one request, and measured one slow answer. */
    @Test
    void aStallShowsInTheLatencyOfAllRequestsDueMeanwhile() {
        OpenLoad load = load(Duration.ofSeconds(1), 1_000);
        pass(load, 1_000);
        answerAll(load, Verdict.GOOD);
        Result result = load.result();
        assertEquals(100, result.good(0));
        assertEquals(1_000, result.millis(0, 100), 2);
        assertEquals(500, result.millis(0, 50), 12);
        assertEquals(10, result.latencies().getFirst().getMinValue() / (double) MILLI, 1);
        assertEquals(0, result.lag().getMaxValue() / MILLI);
        assertTrue(result.isWhole());
    }

    /** The generator itself comes late: the requests that it let wait have waited, and it says so. */
    @Test
    void latencyCountsFromTheScheduleAndNotFromTheSending() {
        OpenLoad load = load(Duration.ofMillis(500), 1_000);
        now += 500 * MILLI;
        load.advance(now);
        send(load, Integer.MAX_VALUE, 0);
        answerAll(load, Verdict.GOOD);
        Result result = load.result();
        assertEquals(50, result.good(0));
        assertEquals(500, result.millis(0, 100), 2);
        assertEquals(250, result.millis(0, 50), 12);
        assertEquals(500, result.lag().getMaxValue() / (double) MILLI, 2);
    }

    /** All connections are busy: the requests that waited for one have waited, and the generator was in time. */
    @Test
    void whatWaitsForAConnectionIsNotTheGeneratorsDelay() {
        OpenLoad load = load(Duration.ofMillis(500), 1_000);
        now += 500 * MILLI;
        load.advance(now);
        send(load, Integer.MAX_VALUE, now);
        answerAll(load, Verdict.GOOD);
        Result result = load.result();
        assertEquals(500, result.millis(0, 100), 2);
        assertEquals(0, result.lag().getTotalCount());
    }

    @Test
    void whatIsTooMuchIsNotSentAndCounted() {
        OpenLoad load = load(Duration.ofSeconds(1), 3);
        now += 500 * MILLI;
        load.advance(now);
        send(load, 1, 0);
        now += 500 * MILLI;
        load.advance(now);
        send(load, Integer.MAX_VALUE, 0);
        answerAll(load, Verdict.GOOD);
        Result result = load.result();
        assertEquals(4, result.good(0));
        assertEquals(96, result.notSent());
        assertFalse(result.isWhole());
    }

    @Test
    void whatIsNeverAnsweredIsNoneOfTheGoodAnswers() {
        OpenLoad load = load(Duration.ofMillis(10), 10);
        pass(load, 19_000);
        assertFalse(load.isDone(now));
        now += 2_000 * MILLI;
        assertTrue(load.isDone(now));
        Result result = load.result();
        assertEquals(0, result.good(0));
        assertEquals(1, result.other());
        assertFalse(result.isWhole());
    }

    @Test
    void answersAreCountedByWhatTheySay() {
        OpenLoad load = load(Duration.ofMillis(20), 10);
        pass(load, 20);
        load.answer(Verdict.REFUSED, 0, underWay.remove(), now);
        load.answer(Verdict.OTHER, 0, underWay.remove(), now);
        Result result = load.result();
        assertEquals(1, result.refused());
        assertEquals(1, result.other());
        assertEquals(20, result.refusals().getMaxValue() / (double) MILLI, 1);
        assertFalse(result.isWhole());
    }

    @Test
    void aNumberOfRequestsEndsTheLoadWithItsLastAnswer() {
        OpenLoad load = new OpenLoad(Plan.once(2, Duration.ofSeconds(5), 10));
        now += MILLI;
        load.advance(now);
        send(load, Integer.MAX_VALUE, 0);
        assertEquals(2, underWay.size());
        answerAll(load, Verdict.GOOD);
        assertTrue(load.isDone(now));
        assertEquals(0.001, load.result().seconds(), 1e-9);
        assertTrue(load.result().isWhole());
    }
}
