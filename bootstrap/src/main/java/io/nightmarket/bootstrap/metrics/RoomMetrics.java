package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.nightmarket.domain.waitingroom.RoomMeter;
import java.util.concurrent.atomic.AtomicReference;

/** The waiting rooms of running sales, on the node that paces them. */
final class RoomMetrics implements RoomMeter {
    private static final Measured NOTHING = new Measured(0, 0, 0);

    private final AtomicReference<Measured> last = new AtomicReference<>(NOTHING);

    private record Measured(long waiting, double turns, long rate) {}

    RoomMetrics(MeterRegistry registry) {
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
}
