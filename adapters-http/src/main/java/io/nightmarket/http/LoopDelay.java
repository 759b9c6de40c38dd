package io.nightmarket.http;

import io.nightmarket.http.answer.Answer;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long work waits for one event loop: a timer notes each 10 ms how late it runs. The least lateness of the last 100 ms
 * is the standing delay, as in CoDel (RFC 8289): a single pause of the collector is none. Used by that loop.
 */
public final class LoopDelay {
    private static final Duration TICK = Duration.ofMillis(10);
    private static final long WINDOW = Duration.ofMillis(100).toNanos();
    private static final int FEWEST_TICKS = 2;

    private final Overload node;
    private final LongSupplier nanoTime;
    private final ArrayDeque<Tick> ticks = new ArrayDeque<>();
    private volatile long standing;

    private record Tick(long at, long late) {}

    LoopDelay(Overload node, LongSupplier nanoTime) {
        this.node = node;
        this.nanoTime = nanoTime;
    }

    /** Measures from now on. */
    public void measure(Vertx vertx) {
        long due = nanoTime.getAsLong() + TICK.toNanos();
        vertx.setTimer(TICK.toMillis(), _ -> {
            note(due, nanoTime.getAsLong());
            measure(vertx);
        });
    }

    /** A task that was due at that time ran now. */
    void note(long due, long now) {
        ticks.add(new Tick(now, Math.max(0, now - due)));
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

    /** Rejects a request that arrives while the standing delay is too long for it; null lets it go on. */
    public @Nullable Answer refusal(Priority priority) {
        return standing > priority.longestDelay() ? node.reject(priority) : null;
    }
}
