package io.nightmarket.domain.overload;

import static io.nightmarket.domain.base.Arguments.require;

import java.time.Duration;
import java.util.Arrays;

/**
 * A limit of concurrent requests that follows how long work waits before it begins. It is multiplied by a power of
 * target/waiting, the gradient of Netflix' concurrency-limits with a target in place of a measured baseline, which
 * drifts. What counts is the least of the last windows, as in CoDel (RFC 8289): a single pause is no overload. For one thread.
 */
public final class AdaptiveLimit {
    private static final double GAIN = 0.1;
    private static final double STEEPEST = 2;
    private static final int WINDOWS = 3;

    /** More windows than this that passed at once count as this many. */
    private static final double LONGEST = 5;

    /** The limit falls at once to this many times what was under way: above, it limits nothing. */
    private static final double SLACK = 2;

    private final Bounds bounds;
    private final long[] waits = new long[WINDOWS];
    private int next;
    private double limit;
    private int peak;

    /**
     * Where the limit lies.
     *
     * @param floor the limit never falls below
     * @param ceiling where it begins, and where it is without overload
     * @param target how long work may wait
     */
    public record Bounds(int floor, int ceiling, Duration target) {
        public Bounds {
            require(floor > 0 && ceiling >= floor && target.isPositive(), "a limit has bounds and a target");
        }
    }

    public AdaptiveLimit(Bounds bounds) {
        this.bounds = bounds;
        this.limit = bounds.ceiling();
    }

    /** The most requests under way at once. */
    public double limit() {
        return limit;
    }

    /** This number is under way. */
    void note(int underWay) {
        peak = Math.max(peak, underWay);
    }

    /**
     * Moves the limit.
     *
     * @param waited nanoseconds that work waited in this window, as a mean
     * @param windows the length of the window in usual ones, 1 or more
     */
    public void endWindow(long waited, double windows) {
        waits[next] = waited;
        next = (next + 1) % WINDOWS;
        long least = Math.max(1, Arrays.stream(waits).min().orElse(1));
        double gradient = Math.clamp((double) bounds.target().toNanos() / least, 1 / STEEPEST, STEEPEST);
        double from = gradient < 1 ? Math.min(limit, SLACK * peak) : limit;
        double moved = from * Math.pow(gradient, GAIN * Math.min(LONGEST, windows));
        limit = Math.clamp(moved, bounds.floor(), bounds.ceiling());
        peak = 0;
    }
}
