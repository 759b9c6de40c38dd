package io.nightmarket.domain.sale.operation;

import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/**
 * What an iteration of {@link AuditSales} found and did. Sums are over the sales that queues hold, as each was seen last.
 *
 * @param findings sales with a confirmed discrepancy
 * @param inDatabase units that the database is wrong about
 * @param inQueue units and adjustments that the queues are wrong about
 * @param waiting entries that wait on each shard
 * @param pendingReleases units of rejected orders that queues have not released yet
 * @param lost orders that are written down as lost
 * @param tallies the units of sales in the database, as each was counted last, at the end of a walk over it
 * @param unsettled accepted orders of each sale that are neither settled nor rejected, as they were last sampled
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
        Map<VoucherId, SaleTally> tallies,
        Map<VoucherId, Long> unsettled,
        Optional<Throwable> failure) {
    public AuditReport {
        findings = List.copyOf(findings);
        waiting = Map.copyOf(waiting);
        tallies = Map.copyOf(tallies);
        unsettled = Map.copyOf(unsettled);
    }

    static AuditReport of(
            Map<VoucherId, SaleSample> samples, List<Finding> findings, Repair repair, Optional<Throwable> failure) {
        Map<Shard, Long> waiting = new HashMap<>();
        samples.values().forEach(sale -> waiting.merge(sale.place().epoch().shard(), sale.waiting(), Math::max));
        return new AuditReport(
                findings,
                repair,
                sum(samples, sale -> Math.abs(sale.tally().surplus())),
                sum(samples, sale -> sale.confirmed().inQueue()),
                waiting,
                sum(samples, sale -> sale.place().balance().pendingReleases()),
                sum(samples, sale -> sale.place().balance().lost()),
                each(samples, SaleSample::tally),
                each(samples, SaleSample::unsettled),
                failure);
    }

    private static long sum(Map<VoucherId, SaleSample> samples, ToLongFunction<SaleSample> of) {
        return samples.values().stream().mapToLong(of).sum();
    }

    private static <T> Map<VoucherId, T> each(Map<VoucherId, SaleSample> samples, Function<SaleSample, T> of) {
        return samples.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, sample -> of.apply(sample.getValue())));
    }

    /** Orders that were cancelled and not revived. */
    public long cancelled() {
        return tallies.values().stream().mapToLong(SaleTally::cancelled).sum();
    }

    /** Orders whose units came back and whose money does. */
    public long refunded() {
        return tallies.values().stream().mapToLong(SaleTally::refunded).sum();
    }

    /**
     * A sale whose discrepancy two samples showed alike.
     *
     * @param closed whether its shard was closed, so that its writer recovers it
     */
    public record Finding(VoucherId voucher, SaleDiscrepancy discrepancy, boolean closed) {}

    /**
     * What was done about reservations.
     *
     * @param reenqueued orders that were lost on their way
     * @param released reservations of orders that were rejected or cancelled
     */
    public record Repair(int reenqueued, int released) {
        Repair and(int moreReenqueued, int moreReleased) {
            return new Repair(reenqueued + moreReenqueued, released + moreReleased);
        }
    }
}
