package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.History;
import io.nightmarket.testkit.Eventually;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A sale under way, into which a fault is injected. */
final class ScenarioContext {
    final Stage stage;
    private final QueueSales queue;
    final Sale sale;
    private final History history;
    final RandomGenerator random;
    private final Duration spread;
    private final long begin;
    /** Orders that buyers change at the moment. */
    final Set<Long> underWay;

    private volatile OptionalLong free = OptionalLong.empty();
    private volatile long safeUntil;

    /**
     * The sale, whose clicks begin now.
     *
     * @param random by the seed of the run
     * @param spread in which clicks begin
     * @param begin from which events count
     * @param underWay orders that buyers change at the moment
     */
    ScenarioContext(
            Stage stage,
            QueueSales queue,
            Sale sale,
            History history,
            RandomGenerator random,
            Duration spread,
            long begin,
            Set<Long> underWay) {
        this.stage = stage;
        this.queue = queue;
        this.sale = sale;
        this.history = history;
        this.random = random;
        this.spread = spread;
        this.begin = begin;
        this.underWay = underWay;
    }

    /** The context of a fault that is injected beside another, with a seed of its own. */
    ScenarioContext aside() {
        return new ScenarioContext(stage, queue, sale, history, new Random(random.nextLong()), spread, begin, underWay);
    }

    /** Orders of which buyers were answered before this time are in the copy of Redis that is restored. */
    void safe(long until) {
        safeUntil = until;
    }

    /** 0 when no copy of Redis was restored. */
    long safeUntil() {
        return safeUntil;
    }

    /** Free units when the fault was injected; empty when it was not, or they could not be read. */
    OptionalLong free() {
        return free;
    }

    /** Waits until this share of the clicks is due. */
    void await(double share) {
        Eventually.rest(Duration.ofNanos(begin + (long) (spread.toNanos() * share) - System.nanoTime()));
    }

    /** Waits for a moment at which the sale is on, and not sold out, to inject right away. */
    void awaitTheMiddle() {
        await(0.05 + 0.12 * random.nextDouble());
        injected();
    }

    /** Writes down what is free now, as the fault strikes. */
    void injected() {
        try {
            free = queue.free(sale);
        } catch (IOException | SQLException e) {
            free = OptionalLong.empty();
        }
    }

    /** As long as the fault takes. */
    void last(Duration time) {
        Eventually.rest(time);
    }

    /** From the least to twice as long. */
    Duration about(long leastMillis) {
        return Duration.ofMillis(leastMillis + random.nextLong(leastMillis));
    }

    FleetNode writer() throws IOException {
        return stage.writer(sale);
    }

    void note(Event event) {
        history.note(event);
    }

    long now() {
        return System.nanoTime() - begin;
    }
}
