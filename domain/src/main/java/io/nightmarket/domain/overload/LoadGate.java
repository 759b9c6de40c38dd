package io.nightmarket.domain.overload;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Rejects requests of one thread under overload, those of the last priority first. Two limits: of all requests, by how long
 * tasks wait for the thread, and of purchases, by how long they wait in their queue.
 */
public final class LoadGate {
    /** How often {@link #tick} is due. */
    public static final Duration TICK = Duration.ofMillis(10);

    private static final long WINDOW = Duration.ofMillis(100).toNanos();
    /** Their work takes some milliseconds. */
    private static final int FLOOR = 400;

    private static final int CEILING = 20_000;

    /** The part of the limit that each priority has for itself beyond the share that it may fill. */
    private static final double RESERVE = 0.1;

    private final AdaptiveLimit all;
    private final AdaptiveLimit purchases;
    private final QueueWaiting queue;
    private final Map<Priority, Count> underWay = new EnumMap<>(Priority.class);
    private final Count buying;
    private int total;
    private long windowBegan;
    private long lag;
    private int ticks;

    private static final class Count {
        private int requests;
    }

    /**
     * @param target how long work may wait
     * @param queue the queue of purchases
     */
    public LoadGate(Duration target, QueueWaiting queue) {
        AdaptiveLimit.Bounds bounds = new AdaptiveLimit.Bounds(FLOOR, CEILING, target);
        this.all = new AdaptiveLimit(bounds);
        this.purchases = new AdaptiveLimit(bounds);
        this.queue = queue;
        for (Priority each : Priority.values()) {
            underWay.put(each, new Count());
        }
        this.buying = Objects.requireNonNull(underWay.get(Priority.BUY));
        this.windowBegan = queue.nanoTime();
    }

    /** Whether a request that arrives now may be served; the same until another one begins or ends. */
    public boolean admits(Priority priority) {
        if (priority == Priority.FIRST) {
            return true;
        }
        int own = of(priority).requests;
        return (priority != Priority.BUY || own < purchases.limit())
                && (total < all.limit() * priority.share() || (priority.isCounted() && own < all.limit() * RESERVE));
    }

    private Count of(Priority priority) {
        return Objects.requireNonNull(underWay.get(priority));
    }

    /** A request is served from now on. */
    public void begin(Priority priority) {
        if (priority.isCounted()) {
            of(priority).requests++;
            total++;
            all.note(total);
            purchases.note(buying.requests);
        }
    }

    /** A request that began has ended. */
    public void end(Priority priority) {
        if (priority.isCounted()) {
            of(priority).requests--;
            total--;
        }
    }

    /**
     * Learns how long tasks wait for the thread, and moves the limits every 100 ms.
     *
     * @param late nanoseconds from when this call was due to now
     */
    public void tick(long late) {
        lag += late;
        ticks++;
        long now = queue.nanoTime();
        long length = now - windowBegan;
        if (length >= WINDOW) {
            double windows = (double) length / WINDOW;
            all.endWindow(lag / ticks, windows);
            purchases.endWindow(queue.nanos(), windows);
            all.note(total);
            purchases.note(buying.requests);
            windowBegan = now;
            lag = 0;
            ticks = 0;
        }
    }

    public int underWay() {
        return total;
    }

    /** The most requests under way at once. */
    public double limit() {
        return all.limit();
    }

    /** The most purchases under way at once. */
    public double purchaseLimit() {
        return purchases.limit();
    }
}
