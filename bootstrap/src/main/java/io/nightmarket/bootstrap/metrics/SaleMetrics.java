package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** What is measured of sales. Gauges of the audit are there on the node that audits, and on no other. */
public final class SaleMetrics {
    private final MeterRegistry registry;
    private final SaleCountMetrics counts;
    private final MultiGauge discrepancy;
    private final MultiGauge waiting;
    private final MultiGauge pendingReleases;
    private final MultiGauge lost;
    private final MultiGauge returned;
    private final MultiGauge deadLetters;
    private final Counter iterations;
    private final Counter reenqueued;
    private final Map<Shard, AtomicInteger> failing = new ConcurrentHashMap<>();
    private final Map<Shard, AtomicInteger> writing = new ConcurrentHashMap<>();

    SaleMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.counts = new SaleCountMetrics(registry);
        this.discrepancy = MultiGauge.builder("nightmarket.audit.discrepancy")
                .description("Units and adjustments that database or queues are wrong about; should be 0")
                .register(registry);
        this.waiting = MultiGauge.builder("nightmarket.queue.waiting")
                .description("Entries of a shard that wait for the database")
                .register(registry);
        this.pendingReleases = MultiGauge.builder("nightmarket.releases.pending")
                .description("Units of rejected orders that are not released in the queue yet")
                .register(registry);
        this.lost = MultiGauge.builder("nightmarket.orders.lost")
                .description("Accepted orders that were lost with a queue, of sales that queues still hold")
                .register(registry);
        this.returned = MultiGauge.builder("nightmarket.orders.returned")
                .description(
                        "Orders whose units came back, of sales that queues still hold, as the audit last counted them")
                .register(registry);
        this.deadLetters = MultiGauge.builder("nightmarket.dead.letters")
                .description("Entries that could not be settled and wait for an operator, 1,000 at most")
                .register(registry);
        this.iterations = Counter.builder("nightmarket.audit.iterations")
                .description("Iterations of the audit on this node")
                .register(registry);
        this.reenqueued = Counter.builder("nightmarket.orders.reenqueued")
                .description(
                        "Accepted orders that the audit found neither in the queue nor in the database, and re-enqueued")
                .register(registry);
    }

    /** The numbers of each sale, and of what carries its orders. */
    public SaleCountMetrics counts() {
        return counts;
    }

    /** An iteration of the audit. */
    public void audited(AuditReport report) {
        iterations.increment();
        counts.audited(report);
        reenqueued.increment((double) report.repair().reenqueued());
        discrepancy.register(
                List.of(row("kind", "database", report.inDatabase()), row("kind", "queue", report.inQueue())), true);
        waiting.register(
                report.waiting().entrySet().stream()
                        .<Row<?>>map(entry -> row("shard", tag(entry.getKey()), entry.getValue()))
                        .toList(),
                true);
        pendingReleases.register(List.of(Row.of(Tags.empty(), report.pendingReleases())), true);
        lost.register(List.of(Row.of(Tags.empty(), report.lost())), true);
        returned.register(
                List.of(row("kind", "cancelled", report.cancelled()), row("kind", "refunded", report.refunded())),
                true);
    }

    /** Dead letters, as they were counted after an iteration of the audit. */
    public void deadLetters(long number) {
        deadLetters.register(List.of(Row.of(Tags.empty(), number)), true);
    }

    /** Another node audits from now on, or none. */
    public void auditLeft() {
        counts.auditLeft();
        List.of(discrepancy, waiting, pendingReleases, lost, returned, deadLetters)
                .forEach(gauge -> gauge.register(List.of(), true));
    }

    /** Consecutive failures of this node to settle a shard; 0 after a commit. */
    public void settling(Shard shard, int failures) {
        failing.computeIfAbsent(
                        shard,
                        one -> gauge(
                                "nightmarket.settlement.failures",
                                "Consecutive failures to settle orders of a shard; they wait in the queue meanwhile",
                                one))
                .set(failures);
    }

    /** Whether this node settles the orders of a shard. */
    public void writes(Shard shard, boolean writes) {
        writing.computeIfAbsent(
                        shard,
                        one -> gauge(
                                "nightmarket.settlement.writer", "1 on the node that settles a shard's orders", one))
                .set(writes ? 1 : 0);
    }

    /** This node recovered a shard. */
    public void recovered(Shard shard) {
        Counter.builder("nightmarket.shards.recovered")
                .description("How often this node recovered and opened a shard")
                .tag("shard", tag(shard))
                .register(registry)
                .increment();
    }

    private AtomicInteger gauge(String name, String description, Shard shard) {
        AtomicInteger value = new AtomicInteger();
        Gauge.builder(name, value, AtomicInteger::get)
                .description(description)
                .tag("shard", tag(shard))
                .register(registry);
        return value;
    }

    private static Row<?> row(String key, String tag, long value) {
        return Row.of(Tags.of(key, tag), value);
    }

    private static String tag(Shard shard) {
        return Integer.toString(shard.number());
    }
}
