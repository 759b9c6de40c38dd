package io.nightmarket.domain.sale;

import java.util.List;
import java.util.Set;

/**
 * A sale and its stock adjustments, as the database holds them at one moment.
 *
 * @param adjustments those that were not refused
 * @param deadLetters orders that are neither settled nor rejected and keep their unit
 * @param pendingReleases units that the queue has not released yet
 * @param lost orders that were written down as lost
 * @param revivedIn number of the epoch in which an order was revived last; 0: none was
 */
public record SaleBalance(
        FlashSale sale,
        List<StockAdjustment> adjustments,
        long deadLetters,
        long pendingReleases,
        long lost,
        long revivedIn) {
    public SaleBalance {
        adjustments = List.copyOf(adjustments);
    }

    /** Whether an adjustment is under way between database and queue. */
    public boolean isPending() {
        return adjustments.stream().anyMatch(one -> one.state() == StockAdjustment.State.PENDING);
    }

    /** The adjustments that the sale's stock contains. */
    public long counted() {
        return adjustments.stream().filter(SaleBalance::isCounted).count();
    }

    /**
     * Whether a queue that is of this epoch may have lost reservations of revived orders, of which its stream says nothing. Those of
     * earlier epochs were checked, or loaded, before this one began.
     */
    public boolean mayLackRevivals(Epoch epoch) {
        return revivedIn > 0 && revivedIn >= epoch.number();
    }

    /**
     * Whether a queue that applied these adjustments holds the units that were issued, free or reserved, and none free that is
     * sold. Adjustments under
     * way may be in one place or in both; one that the database does not know is proof that it lost something.
     */
    public boolean holds(QueueCount queue, Set<Long> applied) {
        return adjustments.stream()
                        .noneMatch(one -> one.state() == StockAdjustment.State.DONE && !applied.contains(one.id()))
                && adjustments.stream().map(StockAdjustment::id).toList().containsAll(applied)
                && queue.units() == sale.issued() + underWay(applied)
                && queue.available() <= sale.stock() - deadLetters + underWay(applied);
    }

    /** Whether the queue holds just what the database does; only where no order waits. */
    public boolean equalsRested(QueueCount queue, Set<Long> applied) {
        return holds(queue, applied) && queue.available() == sale.stock() - deadLetters + underWay(applied);
    }

    /**
     * Whether this balance still was the sale's while the queue was counted, as a later one shows: no unit came back or was on
     * its way back. A difference to the count means nothing otherwise.
     */
    public boolean stoodUntil(SaleBalance later) {
        return sale.stock() == later.sale.stock() && pendingReleases == 0 && later.pendingReleases == 0;
    }

    /**
     * Units that a queue offers although the database has sold them: never so while the queue has the reservation of each
     * claim. 0 also while orders or units are on their way.
     */
    public long soldAndFree(QueueCount queue) {
        return queue.waiting() > 0 || pendingReleases > 0 || isPending()
                ? 0
                : Math.max(0, queue.available() - (sale.stock() - deadLetters));
    }

    /** Accepted orders that are neither settled nor rejected, dead letters among them; exact while none is on its way. */
    public long unsettled(QueueCount queue) {
        return Math.max(0, queue.buyers() - (sale.issued() - sale.stock()) - pendingReleases);
    }

    /** Units that the queue has beyond the database's, by adjustments that only one of them counts in yet. */
    private long underWay(Set<Long> applied) {
        return adjustments.stream()
                .filter(one -> applied.contains(one.id()) != isCounted(one))
                .mapToLong(one -> applied.contains(one.id()) ? one.units() : -one.units())
                .sum();
    }

    /** Units come into the database first, and leave it last. */
    private static boolean isCounted(StockAdjustment adjustment) {
        return adjustment.units() > 0 || adjustment.state() == StockAdjustment.State.DONE;
    }
}
