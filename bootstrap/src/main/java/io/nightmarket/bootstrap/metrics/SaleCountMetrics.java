package io.nightmarket.bootstrap.metrics;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.nightmarket.domain.base.BatchMeter;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.RequestOutcome;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The numbers of each sale: orders and units as queue and database have them, requests as this node counted them; and of the calls that carry its orders. */
public final class SaleCountMetrics {
    private static final double MILLIS = Duration.ofSeconds(1).toMillis();

    /** The newest of them; label values are kept by Prometheus. */
    private static final int SALES = 100;

    private final MeterRegistry registry;
    private final MultiGauge oldest;
    private final MultiGauge orders;
    private final MultiGauge left;
    private final MultiGauge requests;

    SaleCountMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.oldest = MultiGauge.builder("nightmarket.queue.oldest")
                .baseUnit("seconds")
                .description("How long the oldest entry of a shard has waited for the database")
                .register(registry);
        this.orders = MultiGauge.builder("nightmarket.sale.orders")
                .description("Orders of a sale that the queue holds; accepted = settled + waiting + rejected")
                .register(registry);
        this.left = MultiGauge.builder("nightmarket.sale.units.left")
                .description("Units of a sale that no order has, as the database has them")
                .register(registry);
        this.requests = MultiGauge.builder("nightmarket.sale.requests")
                .description("Purchase requests of a sale that this node answered since it counts the sale")
                .register(registry);
    }

    /** Shows the sales whose orders were counted. */
    void audited(AuditReport report) {
        List<Row<?>> counted = new ArrayList<>();
        List<Row<?>> units = new ArrayList<>();
        report.tallies().entrySet().stream()
                .filter(sale -> !sale.getValue().equals(SaleTally.NONE))
                .sorted(Comparator.comparingLong(sale -> -sale.getKey().value()))
                .limit(SALES)
                .forEach(sale -> {
                    counted.addAll(states(
                            sale.getKey(), sale.getValue(), report.unsettled().getOrDefault(sale.getKey(), 0L)));
                    units.add(Row.of(
                            Tags.of("sale", tag(sale.getKey().value())),
                            sale.getValue().stock()));
                });
        orders.register(counted, true);
        left.register(units, true);
    }

    private static List<Row<?>> states(VoucherId sale, SaleTally tally, long waiting) {
        return List.of(
                state(sale, "accepted", tally.settled() + waiting + tally.rejected()),
                state(sale, "waiting", waiting),
                state(sale, "settled", tally.settled()),
                state(sale, "rejected", tally.rejected()),
                state(sale, "paid", tally.paid()),
                state(sale, "used", tally.used()),
                state(sale, "cancelled", tally.cancelled()),
                state(sale, "refunded", tally.refunded()));
    }

    private static Row<?> state(VoucherId sale, String state, long number) {
        return Row.of(Tags.of("sale", tag(sale.value()), "state", state), number);
    }

    void auditLeft() {
        orders.register(List.of(), true);
        left.register(List.of(), true);
        oldest.register(List.of(), true);
    }

    /** How long the oldest entry of each shard has waited. */
    public void oldest(Map<Shard, Duration> waits) {
        oldest.register(
                waits.entrySet().stream()
                        .<Row<?>>map(wait -> Row.of(
                                Tags.of("shard", Integer.toString(wait.getKey().number())),
                                wait.getValue().toMillis() / MILLIS))
                        .toList(),
                true);
    }

    /** Shows how many purchase requests the database may lack. The registry holds them weakly: the caller has to keep them. */
    public void unwritten(SaleRequests requests) {
        FunctionCounter.builder("nightmarket.sale.requests.unwritten", requests, SaleRequests::dropped)
                .description("Purchase requests that sale_minute may lack: it is unknown whether they were added")
                .register(registry);
    }

    /** Measures the groups in which buyers are taken to the queue. */
    public BatchMeter admissions() {
        DistributionSummary size = DistributionSummary.builder("nightmarket.admission.group.size")
                .description("Buyers in a call to the queue")
                .register(registry);
        Timer wait = Timer.builder("nightmarket.admission.group.wait")
                .description("How long the first buyer of a call to the queue waited for it")
                .register(registry);
        return (buyers, waitedNanos) -> {
            size.record(buyers);
            wait.record(waitedNanos, TimeUnit.NANOSECONDS);
        };
    }

    /** Measures the batches that this node settles. */
    public SettleMeter settlements() {
        DistributionSummary size = DistributionSummary.builder("nightmarket.settlement.batch.size")
                .description("Entries that were settled together")
                .register(registry);
        Timer time = Timer.builder("nightmarket.settlement.batch")
                .description("How long the database took for a batch of entries")
                .register(registry);
        return entries -> {
            Timer.Sample sample = Timer.start(registry);
            return () -> {
                size.record(entries);
                var _ = sample.stop(time);
            };
        };
    }

    /** Shows the sales that are counted now, by outcomes that came. The values are read when the page is. */
    public void show(SaleRequests counting) {
        List<Row<?>> rows = new ArrayList<>();
        counting.counted().forEach((sale, counts) -> {
            for (RequestOutcome outcome : RequestOutcome.values()) {
                if (counts.sum(outcome) > 0) {
                    rows.add(Row.of(
                            Tags.of(
                                    "sale",
                                    sale == 0 ? "other" : tag(sale),
                                    "outcome",
                                    outcome.name().toLowerCase(Locale.ROOT)),
                            counts,
                            known -> known.sum(outcome)));
                }
            }
        });
        requests.register(rows, true);
    }

    private static String tag(long sale) {
        return Long.toString(sale);
    }
}
