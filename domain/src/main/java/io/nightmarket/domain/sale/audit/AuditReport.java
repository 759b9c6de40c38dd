package io.nightmarket.domain.sale.audit;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.voucher.VoucherId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a round of {@link AuditSales} found and did. Sums are over the sales that queues hold, as each was seen last.
 *
 * @param findings the sales that drift
 * @param inDatabase drift of the database
 * @param inQueue drift of the queues
 * @param waiting entries that wait on each shard
 * @param pendingReleases units of rejected orders that queues have not released yet
 * @param lost orders that are written down as lost
 * @param failure the first of those that kept sales from being audited, if there was any
 */
public record AuditReport(
        List<Finding> findings,
        Repair repair,
        long inDatabase,
        long inQueue,
        Map<Shard, Long> waiting,
        long pendingReleases,
        long lost,
        Optional<Throwable> failure) {
    public AuditReport {
        findings = List.copyOf(findings);
        waiting = Map.copyOf(waiting);
    }

    /**
     * A sale that was seen to drift twice in the same way.
     *
     * @param closed whether its shard was closed, so that its writer recovers it
     */
    public record Finding(VoucherId voucher, SaleDiscrepancy discrepancy, boolean closed) {}

    /**
     * What was done about reservations.
     *
     * @param reenqueued orders that were lost on their way and put back into the queue
     * @param released reservations of orders that were rejected or cancelled
     */
    public record Repair(int reenqueued, int released) {
        Repair and(int reenqueued, int more) {
            return new Repair(reenqueued + reenqueued, released + more);
        }
    }
}
