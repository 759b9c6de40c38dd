package io.nightmarket.domain.flashsale;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a round of {@link AuditSales} found and did. Sums are over the sales that queues hold, as each was seen last.
 *
 * @param drifting the sales of this round that drift
 * @param inBooks drift of the books
 * @param inQueue drift of the queues
 * @param waiting entries that wait on each shard
 * @param owed units that the books owe to queues
 * @param lost orders that are written down as lost
 * @param failure the first of those that kept sales from being audited, if there was any
 */
public record AuditReport(
        List<Drifting> drifting,
        long inBooks,
        long inQueue,
        Map<Shard, Long> waiting,
        long owed,
        long lost,
        Optional<Throwable> failure) {
    public AuditReport {
        drifting = List.copyOf(drifting);
        waiting = Map.copyOf(waiting);
    }

    /** Accepted orders that were emitted again. */
    public long emittedAgain() {
        return drifting.stream().mapToLong(sale -> sale.repair().emittedAgain()).sum();
    }

    /** A sale that was seen to drift twice in the same way. */
    public record Drifting(VoucherId voucher, SaleDrift drift, Repair repair) {}

    /**
     * What was done about it.
     *
     * @param emittedAgain orders that were on their way to the books and got lost
     * @param givenBack units of orders that the books had refused
     * @param fenced whether the shard was closed, so that its writer makes the queue agree with the books
     */
    public record Repair(int emittedAgain, int givenBack, boolean fenced) {
        public static final Repair NONE = new Repair(0, 0, false);

        static Repair fencing() {
            return new Repair(0, 0, true);
        }

        Repair and(Repair other) {
            return new Repair(emittedAgain + other.emittedAgain, givenBack + other.givenBack, fenced || other.fenced);
        }
    }
}
