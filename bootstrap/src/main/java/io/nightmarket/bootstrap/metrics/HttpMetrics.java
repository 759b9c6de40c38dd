package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.nightmarket.http.RequestMeter;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Requests by operation and outcome, with buckets up to the two seconds that front ends wait. */
final class HttpMetrics implements RequestMeter {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2)
    };

    private final MeterRegistry registry;
    private final Map<String, OperationMeter> operations = new ConcurrentHashMap<>();

    HttpMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public OperationMeter of(String operation) {
        return operations.computeIfAbsent(operation, Outcomes::new);
    }

    /** The timers of an operation, made as outcomes come: most operations have few. */
    private final class Outcomes implements OperationMeter {
        private final String operation;
        private final Map<String, Timer> timers = new ConcurrentHashMap<>();

        private Outcomes(String operation) {
            this.operation = operation;
        }

        @Override
        public void answered(String outcome, long nanos) {
            timers.computeIfAbsent(outcome, this::timer).record(nanos, TimeUnit.NANOSECONDS);
        }

        private Timer timer(String outcome) {
            return Timer.builder("nightmarket.http")
                    .description("Requests to operations of the API, from their first step to their answer")
                    .tag("operation", operation)
                    .tag("outcome", outcome)
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry);
        }
    }
}
