package io.nightmarket.http;

import io.nightmarket.http.answer.Answer;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long work waits for one event loop: a timer notes each 10 ms how late it runs. The least lateness of the last 100 ms
 * is the standing delay, as in CoDel (RFC 8289): a single pause of the collector is none. Work of a pass
 * that is late itself has waited for as long as the pass before, at least. Used by that loop.
 */
public final class LoopDelay {
    private static final Duration TICK = Duration.ofMillis(10);
    private static final long WINDOW = Duration.ofMillis(100).toNanos();
    private static final int FEWEST_TICKS = 2;

    private final Overload node;
    private final LongSupplier nanoTime;
    private final ArrayDeque<Tick> ticks = new ArrayDeque<>();
    /** When the next task should run. */
    private long due;

    private long lastLate;
    private volatile long standing;

    private record Tick(long at, long late) {}

    LoopDelay(Overload node, LongSupplier nanoTime) {
        this.node = node;
        this.nanoTime = nanoTime;
        this.due = nanoTime.getAsLong() + TICK.toNanos();
    }

    /** Measures from now on. */
    public void measure(Vertx vertx) {
        vertx.setTimer(TICK.toMillis(), _ -> {
            note();
            measure(vertx);
        });
    }

    /** The task that was due runs now, and the next one is due. */
    void note() {
        long now = nanoTime.getAsLong();
        lastLate = Math.max(0, now - due);
        due = now + TICK.toNanos();
        ticks.add(new Tick(now, lastLate));
        while (ticks.size() > FEWEST_TICKS && now - ticks.element().at() > WINDOW) {
            ticks.remove();
        }
        standing = ticks.size() < FEWEST_TICKS
                ? 0
                : ticks.stream().mapToLong(Tick::late).min().orElse(0);
    }

    /** Nanoseconds; may be read by other threads. */
    long standing() {
        return standing;
    }

    /** Refuses a request that waited for too long, as the last passes of the loop say; null lets it go on. */
    public @Nullable Answer refusal(Priority priority) {
        long longest = priority.longestDelay();
        // A loop that keeps up is not asked for the time at each request.
        return standing > longest || (lastLate > longest && nanoTime.getAsLong() - due > longest)
                ? node.refuse(priority)
                : null;
    }
}
