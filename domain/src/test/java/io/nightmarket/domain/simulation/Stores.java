package io.nightmarket.domain.simulation;

import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The servers of one schedule: their ports, faults of the servers themselves, and what they hold. A port's
 * stage is completed when the call returns, or by the timers; its shard is the first.
 */
public interface Stores {
    /** Virtual time as each server sees it, and how many orders may wait. */
    record Setting(
            Clock clock, Clock queueClock, Clock databaseClock, Timers timers, long backlog, Duration payWithin) {}

    /** Makes the servers of one schedule, which are empty. */
    @FunctionalInterface
    interface Maker {
        Stores make(Setting setting);
    }

    Servers servers();

    /** The queue's server is emptied. */
    void loseQueue();

    /** The queue's server is restarted with all that it holds. */
    void restartQueue();

    /** Copies the queue's data now; to run the answer is to restart its server with the copy. */
    Runnable copyQueue();

    /** The queue's server as it is, by itself from now on: an old primary whose place another takes. */
    WholeQueue forkQueue();

    /**
     * Takes any entry out of the stream; false when there is none.
     *
     * @param damaged whether something that can't be read is left in its place
     */
    boolean loseEntry(RandomGenerator random, boolean damaged);

    /** Copies the database now; to run the answer is to restore the copy, and writers lose their connections. */
    Runnable copyDatabase();

    /** Changes a stock and nothing else, as faulty software would. */
    void plantStock(VoucherId voucher, long more);

    /** Whether orders wait in the queue. */
    boolean hasBacklog();

    /** Whether the database owes the queue units. */
    boolean owesUnits();

    /** What the database holds of a sale, also of one that was removed. */
    LoadedSale contents(VoucherId voucher);

    /** All orders of a sale. */
    List<Order> ordersOf(VoucherId voucher);

    /** All refusals of a sale's accepted orders but for those that were lost. */
    List<OrderProgress.Rejected> rejectionsOf(VoucherId voucher);

    /** The orders of a sale that were lost. */
    List<Purchase> lostIn(VoucherId voucher);

    List<StockAdjustment> adjustmentsOf(VoucherId voucher);
}
