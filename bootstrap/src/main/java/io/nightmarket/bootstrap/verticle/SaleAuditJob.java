package io.nightmarket.bootstrap.verticle;

import io.nightmarket.bootstrap.metrics.SaleMetrics;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.AuditReport;
import io.nightmarket.domain.sale.operation.AuditReport.Finding;
import io.nightmarket.domain.sale.operation.AuditSales;
import io.nightmarket.domain.sale.operation.DeadLetters;
import io.nightmarket.domain.sale.queue.QueueAudit;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The audit's iterations, with their findings logged and measured. */
public final class SaleAuditJob implements JobVerticle.Job {
    private static final Logger LOG = LoggerFactory.getLogger(SaleAuditJob.class);

    private static final int MAX_COUNTED = 1_000;

    private final AuditSales sales;
    private final DeadLetters deadLetters;
    private final QueueAudit queue;
    private final SaleMetrics metrics;

    public SaleAuditJob(AuditSales sales, DeadLetters deadLetters, QueueAudit queue, SaleMetrics metrics) {
        this.sales = sales;
        this.deadLetters = deadLetters;
        this.queue = queue;
        this.metrics = metrics;
    }

    @Override
    public CompletionStage<Void> run() {
        return sales.iterate()
                .thenCompose(report -> {
                    metrics.audited(report);
                    log(report);
                    return measureWaits(List.copyOf(report.waiting().keySet()));
                })
                .thenCompose(_ -> deadLetters.list(0, MAX_COUNTED))
                .thenAccept(letters -> metrics.deadLetters(letters.size()));
    }

    /** A shard whose queue does not answer is left out. */
    private CompletionStage<Void> measureWaits(List<Shard> shards) {
        Map<Shard, Duration> waits = new ConcurrentHashMap<>();
        return OneByOne.tryAll(shards, shard -> queue.oldestWait(shard).thenAccept(wait -> waits.put(shard, wait)))
                .thenAccept(failure -> {
                    failure.ifPresent(first -> LOG.warn("The age of waiting orders is unknown: {}", first.toString()));
                    metrics.counts().oldest(waits);
                });
    }

    @Override
    public void onLeadershipLost() {
        sales.reset();
        metrics.auditLeft();
    }

    private static void log(AuditReport report) {
        for (Finding sale : report.findings()) {
            if (sale.discrepancy().inDatabase() > 0) {
                LOG.error(
                        "Stock and claims of sale {} differ from the units issued by {}: {}; an operator has to look at them",
                        sale.voucher().value(),
                        sale.discrepancy().surplus(),
                        report.tallies().get(sale.voucher()));
            }
            if (sale.discrepancy().inQueue() > 0) {
                LOG.warn(
                        "Queue and database disagree on sale {}: {}{}",
                        sale.voucher().value(),
                        sale.discrepancy(),
                        sale.closed() ? "; its shard is closed and recovered" : "");
            }
        }
        if (report.repair().reenqueued() > 0 || report.repair().released() > 0) {
            LOG.warn(
                    "Reservations without an order were found: {} put back into the queue, {} released",
                    report.repair().reenqueued(),
                    report.repair().released());
        }
        report.failure().ifPresent(failure -> LOG.warn("Not all sales could be audited: {}", failure.toString()));
    }
}
