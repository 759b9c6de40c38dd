package io.nightmarket.chaos.history;

import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One request with its answer.
 *
 * @param node the node that was asked, from 0
 * @param how what was special about the request; empty when nothing was
 * @param sent nanoseconds from the begin of the run
 * @param answered the same
 */
public record Event(long buyer, Operation operation, int node, String how, long sent, long answered, Answer answer) {
    /** One line of a story. */
    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%,9.1f ms to %,9.1f ms  buyer %d  %s%s at node %d: %s",
                millis(sent),
                millis(answered),
                buyer,
                operation,
                how.isEmpty() ? "" : " (" + how + ')',
                node,
                answer);
    }

    private static double millis(long nanos) {
        return nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
}
