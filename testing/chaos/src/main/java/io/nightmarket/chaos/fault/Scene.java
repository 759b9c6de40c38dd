package io.nightmarket.chaos.fault;

import io.nightmarket.chaos.history.Event;
import io.nightmarket.chaos.history.History;
import io.nightmarket.chaos.stage.FleetNode;
import io.nightmarket.chaos.stage.Sale;
import io.nightmarket.chaos.stage.Stage;
import io.nightmarket.testkit.Eventually;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * A sale under way, in which a fault strikes.
 *
 * @param strike what the fault met
 * @param random by the seed of the run
 * @param spread in which clicks begin
 * @param begin nanoTime of the first click
 */
public record Scene(
        Stage stage, Sale sale, History history, Strike strike, RandomGenerator random, Duration spread, long begin) {
    /** Waits until this share of the clicks is due. */
    public void await(double share) {
        Eventually.rest(Duration.ofNanos(begin + (long) (spread.toNanos() * share) - System.nanoTime()));
    }

    /** Waits for a moment at which the sale is on, and not sold out, to strike right away. */
    void awaitTheMiddle() {
        await(0.05 + 0.12 * random.nextDouble());
        struck();
    }

    /** Writes down what is free now, as the fault strikes. */
    void struck() {
        try {
            strike.at(stage.redis().sales().free(sale));
        } catch (IOException e) {
            strike.at(OptionalLong.empty());
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

    FleetNode writer() throws IOException, SQLException {
        return stage.writer(sale);
    }

    void note(Event event) {
        history.note(event);
    }

    long now() {
        return System.nanoTime() - begin;
    }
}
