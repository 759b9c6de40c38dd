package io.nightmarket.testkit;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What came of a load.
 *
 * @param accepted answers by which something was done
 * @param refused answers by which nothing was, or not yet
 * @param failed answers of failures, and requests that broke off
 * @param notSent requests that were due while too many waited
 * @param unanswered requests that still waited when the waiting ended; their latency counts as long as they waited
 * @param took from the first due time to the last answer
 * @param latency nanoseconds from when a request was due to its answer, of all that were sent
 */
public record LoadResult(
        long accepted, long refused, long failed, long notSent, long unanswered, Duration took, Histogram latency) {
    /** Accepted a second. */
    public double rate() {
        return accepted * 1e9 / Math.max(1, took.toNanos());
    }

    /** Of all latencies, this much per cent are this many milliseconds at most. */
    public double millis(double percent) {
        return latency.getValueAtPercentile(percent) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }

    /** Whether all that was due was sent and done. */
    public boolean isWhole() {
        return refused == 0 && failed == 0 && notSent == 0 && unanswered == 0;
    }
}
