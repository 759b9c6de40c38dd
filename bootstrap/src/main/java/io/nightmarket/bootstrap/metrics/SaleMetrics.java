package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.audit.AuditReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What is measured of sales. Gauges of the audit are there on the node that audits, and on no other. */
public final class SaleMetrics {
    private final MeterRegistry registry;
    private final MultiGauge drift;
    private final MultiGauge waiting;
    private final MultiGauge owed;
    private final MultiGauge lost;
    private final Counter rounds;
    private final Counter emittedAgain;
    private final Map<Shard, AtomicInteger> failing = new ConcurrentHashMap<>();

    SaleMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.drift = MultiGauge.builder("nightmarket.audit.drift")
                .description("Units and buyers that books or queues are wrong about; should be 0")
                .register(registry);
        this.waiting = MultiGauge.builder("nightmarket.queue.waiting")
                .description("Entries of a shard that wait for the database")
                .register(registry);
        this.owed = MultiGauge.builder("nightmarket.returns.owed")
                .description("Units of refused orders that queues were not given back yet")
                .register(registry);
        this.lost = MultiGauge.builder("nightmarket.orders.lost")
                .description("Accepted orders that were lost with a queue, of sales that queues still hold")
                .register(registry);
        this.rounds = Counter.builder("nightmarket.audit.rounds")
                .description("Rounds of the audit on this node")
                .register(registry);
        this.emittedAgain = Counter.builder("nightmarket.orders.emitted.again")
                .description("Accepted orders that the audit found nowhere on their way, and emitted again")
                .register(registry);
    }

    /** A round of the audit. */
    public void audited(AuditReport report) {
        rounds.increment();
        emittedAgain.increment((double) report.repair().emittedAgain());
        drift.register(
                List.of(row("kind", "books", report.inDatabase()), row("kind", "queue", report.inQueue())), true);
        waiting.register(
                report.waiting().entrySet().stream()
                        .<Row<?>>map(entry -> row("shard", tag(entry.getKey()), entry.getValue()))
                        .toList(),
                true);
        owed.register(List.of(Row.of(Tags.empty(), report.owed())), true);
        lost.register(List.of(Row.of(Tags.empty(), report.lost())), true);
    }

    /** Another node audits from now on, or none. */
    public void auditLeft() {
        List.of(drift, waiting, owed, lost).forEach(gauge -> gauge.register(List.of(), true));
    }

    /** Consecutive failures of this node to settle a shard; 0 after a commit. */
    public void settling(Shard shard, int failures) {
        failing.computeIfAbsent(shard, this::failuresOf).set(failures);
    }

    /** This node rebuilt the queue of a shard. */
    public void reopened(Shard shard) {
        Counter.builder("nightmarket.queue.reopened")
                .description("How often this node recovered and opened a shard")
                .tag("shard", tag(shard))
                .register(registry)
                .increment();
    }

    private AtomicInteger failuresOf(Shard shard) {
        AtomicInteger failures = new AtomicInteger();
        Gauge.builder("nightmarket.settlement.failures", failures, AtomicInteger::get)
                .description("Consecutive failures to settle orders of a shard; they wait in the queue meanwhile")
                .tag("shard", tag(shard))
                .register(registry);
        return failures;
    }

    private static Row<?> row(String key, String tag, long value) {
        return Row.of(Tags.of(key, tag), value);
    }

    private static String tag(Shard shard) {
        return Integer.toString(shard.number());
    }
}
