package io.nightmarket.domain.simulation;

import io.nightmarket.domain.contract.LoadedSale;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderLife;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.shop.VoucherId;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Servers in memory, of which thousands can be played. */
final class InMemoryStores implements Stores {
    private final InMemoryOrderQueue queue;
    private final InMemoryLedger ledger;
    private final InMemoryOrderLife life;
    private final Servers servers;

    InMemoryStores(Setting setting) {
        this.queue = new InMemoryOrderQueue(setting.queueClock(), setting.timers(), setting.backlog());
        this.ledger = new InMemoryLedger(_ -> true, setting.databaseClock());
        ledger.payWithin(setting.payWithin());
        this.life = ledger.orderLife();
        this.servers = new Servers(
                queue,
                ledger,
                ledger,
                ledger,
                ledger,
                ledger.saleChanges(),
                ledger,
                ledger,
                life,
                life,
                life,
                life,
                new InMemoryLeases(setting.timers()),
                new InMemoryIdSegments());
    }

    /** As {@link InMemoryOrderLife#paidWithoutOutcome}. */
    Duration paidWithoutOutcome() {
        return life.paidWithoutOutcome();
    }

    @Override
    public Servers servers() {
        return servers;
    }

    @Override
    public void loseQueue() {
        queue.loseEverything();
    }

    @Override
    public void restartQueue() {
        copyQueue().run();
    }

    @Override
    public Runnable copyQueue() {
        return queue.copyOf(Shard.FIRST);
    }

    @Override
    public WholeQueue forkQueue() {
        return queue.fork();
    }

    @Override
    public boolean loseEntry(RandomGenerator random, boolean damaged) {
        return queue.loseEntry(Shard.FIRST, random, damaged);
    }

    @Override
    public Runnable copyDatabase() {
        return ledger.copy();
    }

    @Override
    public void plantStock(VoucherId voucher, long more) {
        ledger.plantStock(voucher, more);
    }

    @Override
    public boolean hasBacklog() {
        return queue.waiting(Shard.FIRST) > 0;
    }

    @Override
    public boolean owesUnits() {
        return ledger.owed(Shard.FIRST) > 0;
    }

    @Override
    public List<Order> ordersOf(VoucherId voucher) {
        return ledger.ordersOf(voucher);
    }

    @Override
    public List<OrderProgress.Rejected> rejectionsOf(VoucherId voucher) {
        return ledger.rejectionsOf(voucher);
    }

    @Override
    public LoadedSale contents(VoucherId voucher) {
        return ledger.contents(voucher);
    }

    @Override
    public List<Purchase> lostIn(VoucherId voucher) {
        return ledger.lostIn(voucher);
    }

    @Override
    public List<StockAdjustment> adjustmentsOf(VoucherId voucher) {
        return ledger.adjustmentsOf(voucher);
    }
}
