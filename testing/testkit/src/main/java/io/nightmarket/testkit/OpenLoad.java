package io.nightmarket.testkit;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/**
 * The schedule of one load of the open model, in which requests are sent when they are due, whether or not earlier ones were
 * answered; without clock and timers: whoever drives it calls {@link #sendDue} again and again. A request
 * is late from the moment at which it was due, so neither a stalled server nor a stalled driver hides anything. For one
 * thread.
 */
public final class OpenLoad {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(10);
    private static final int DIGITS = 3;

    private final LoadPlan plan;
    private final LongSupplier nanoTime;
    private final LongFunction<Future<Verdict>> send;
    private final Histogram latency = new Histogram(LONGEST, DIGITS);
    private final Map<Long, Long> waiting = new HashMap<>();
    private final Map<Verdict, Long> verdicts = new EnumMap<>(Verdict.class);
    private final long begin;
    private long next;
    private long notSent;
    private long last;

    /** What an answer said. */
    public enum Verdict {
        /** What was asked for was done. */
        ACCEPTED,
        /** It was answered that it is not to be, or not done yet. */
        REFUSED,
        /** No answer, or that of a failure. */
        FAILED
    }

    /**
     * The load, whose first request is due now.
     *
     * @param nanoTime the clock
     * @param send sends the request of this number, from 0
     */
    public OpenLoad(LoadPlan plan, LongSupplier nanoTime, LongFunction<Future<Verdict>> send) {
        this.plan = plan;
        this.nanoTime = nanoTime;
        this.send = send;
        this.begin = nanoTime.getAsLong();
        this.last = begin;
    }

    /** Sends what is due; answers whether everything was sent and answered. */
    public boolean sendDue() {
        while (next < plan.requests() && begin + plan.due(next) <= nanoTime.getAsLong()) {
            long number = next++;
            if (waiting.size() >= plan.concurrency()) {
                notSent++;
            } else {
                waiting.put(number, begin + plan.due(number));
                var _ = send.apply(number).otherwise(Verdict.FAILED).onSuccess(verdict -> answered(number, verdict));
            }
        }
        return next >= plan.requests() && waiting.isEmpty();
    }

    private void answered(long number, Verdict verdict) {
        Long due = waiting.remove(number);
        if (due != null) {
            last = nanoTime.getAsLong();
            record(last - due);
            var _ = verdicts.merge(verdict, 1L, Long::sum);
        }
    }

    private void record(long nanos) {
        latency.recordValue(Math.clamp(nanos, 0, LONGEST));
    }

    /** Ends the waiting. */
    public LoadResult finish() {
        long now = nanoTime.getAsLong();
        long unanswered = waiting.size();
        waiting.values().forEach(due -> record(now - due));
        waiting.clear();
        return new LoadResult(
                verdicts.getOrDefault(Verdict.ACCEPTED, 0L),
                verdicts.getOrDefault(Verdict.REFUSED, 0L),
                verdicts.getOrDefault(Verdict.FAILED, 0L),
                notSent,
                unanswered,
                Duration.ofNanos((unanswered > 0 ? now : last) - begin),
                latency);
    }
}
