package io.nightmarket.http;

import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** Refuses requests of a node that works too slowly, and counts them. Safe for use by several threads. */
public final class Overload {
    /** Clients are asked to come back after 1 to this number of seconds, one after the other: not all at once. */
    private static final int LONGEST_PAUSE = 4;

    private final List<Answer.Refused> answers = LongStream.rangeClosed(1, LONGEST_PAUSE)
            .mapToObj(seconds -> new Answer.Refused(ErrorCode.UNAVAILABLE, null, "", null, Duration.ofSeconds(seconds)))
            .toList();
    private final Map<Priority, AtomicLong> refused = new EnumMap<>(Priority.class);
    private final List<LoopDelay> loops = new CopyOnWriteArrayList<>();
    private final LongSupplier nanoTime;

    /** @param nanoTime must never go back */
    Overload(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        for (Priority each : Priority.values()) {
            refused.put(each, new AtomicLong());
        }
    }

    /** The delay of one more event loop. */
    public LoopDelay loop() {
        LoopDelay made = new LoopDelay(this, nanoTime);
        loops.add(made);
        return made;
    }

    /** Counts a refused request, and says so to its client. */
    public Answer.Refused refuse(Priority priority) {
        long number = Objects.requireNonNull(refused.get(priority)).getAndIncrement();
        return answers.get((int) (number % LONGEST_PAUSE));
    }

    /** Requests of this priority that were refused under overload since the start. */
    public long refusals(Priority priority) {
        return Objects.requireNonNull(refused.get(priority)).get();
    }

    /** Seconds that work waits for the slowest event loop. */
    public double standingDelay() {
        return loops.stream().mapToLong(LoopDelay::standing).max().orElse(0) / 1e9;
    }
}
