package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.nightmarket.domain.sale.waiting.RoomMeter;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The waiting rooms of running sales, on the node that paces them. */
final class RoomMetrics implements RoomMeter {
    private static final Logger LOG = LoggerFactory.getLogger(RoomMetrics.class);
    private static final Measured NOTHING = new Measured(0, 0, 0);

    private final AtomicReference<Measured> last = new AtomicReference<>(NOTHING);
    private final Counter failures;

    private record Measured(long waiting, double turns, long rate) {}

    private final AtomicBoolean failing = new AtomicBoolean();

    RoomMetrics(MeterRegistry registry) {
        failures = Counter.builder("nightmarket.waiting.room.failures")
                .description("Iterations in which a waiting room kept its rate, since it could not be measured or set")
                .register(registry);
        Gauge.builder(
                        "nightmarket.waiting.room.waiting",
                        last,
                        measured -> measured.get().waiting())
                .description("Users in the waiting rooms of running sales who come back in time")
                .register(registry);
        Gauge.builder(
                        "nightmarket.waiting.room.turns",
                        last,
                        measured -> measured.get().turns())
                .description("Turns a second that the waiting rooms gave")
                .register(registry);
        Gauge.builder(
                        "nightmarket.waiting.room.rate",
                        last,
                        measured -> measured.get().rate())
                .description("Turns a second that the waiting rooms may give")
                .register(registry);
    }

    @Override
    public void measured(long waiting, double turnsPerSecond, long rate) {
        last.set(new Measured(waiting, turnsPerSecond, rate));
    }

    @Override
    public void failed(Throwable first) {
        failures.increment();
        if (!failing.getAndSet(true)) {
            LOG.warn("A waiting room keeps its rate: {}", first.toString());
        }
    }

    @Override
    public void paced() {
        if (failing.getAndSet(false)) {
            LOG.info("No waiting room of this node fails any more");
        }
    }
}
