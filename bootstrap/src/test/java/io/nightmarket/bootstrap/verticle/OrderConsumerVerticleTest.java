package io.nightmarket.bootstrap.verticle;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.contract.OrderQueueContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.lock.DistributedLock;
import io.nightmarket.domain.lock.LeaderLease;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.memory.FlashSales;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.InMemoryLedger;
import io.nightmarket.domain.memory.InMemoryOrderQueue;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleDirectory;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.PrepareSales;
import io.nightmarket.domain.sale.queue.Epochs;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.domain.sale.recovery.RecoverShard;
import io.nightmarket.domain.sale.recovery.ShardWriter;
import io.nightmarket.domain.sale.settlement.FaultyLedger;
import io.nightmarket.domain.sale.settlement.OrderLedger;
import io.nightmarket.domain.sale.settlement.SettleMeter;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.sale.settlement.Settlement;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import io.nightmarket.domain.sale.settlement.SettlementStall;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The loop of a writer: it settles, survives failures, and ends when it is told to. */
@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class OrderConsumerVerticleTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final SaleWindow OPEN = new SaleWindow(NOW.minusSeconds(60), NOW.plusSeconds(60));
    private static final Duration LEASE = Duration.ofMillis(300);
    private static final Duration WAIT = Duration.ofMillis(20);

    private Vertx vertx;
    private final ManualClock clock = new ManualClock(NOW);
    private final ManualTimers timers = new ManualTimers();
    private final DistributedLock lock = InMemoryLeases.lock(timers);
    private final InMemoryOrderQueue queue = new InMemoryOrderQueue(clock);
    private final InMemoryLedger mysql = new InMemoryLedger(_ -> true);
    private VoucherId voucher = new VoucherId(1);
    private final AtomicInteger stalls = new AtomicInteger();
    private String deployed = "";

    /** Hears of stalls alone: a batch is settled in silence. */
    private final class Stalls implements SettlementEvents {
        @Override
        public void settled(Settlement settlement) {}

        @Override
        public void stalled(SettlementStall stall) {
            stalls.incrementAndGet();
        }
    }

    @BeforeEach
    void openSale(Vertx given) {
        vertx = given;
        NewFlashSale sale = FlashSales.plain(new ShopId(1), "券", null, null, 1, 2, 10, OPEN);
        voucher = await(mysql.create(sale, Shard.FIRST)).orElseThrow().voucher();
        await(OrderQueueContract.letIn(queue, Shard.FIRST));
        await(preparation().prepareRunning(Shard.FIRST));
    }

    @Test
    void ordersAreSettledAsTheyCome() {
        deploy(mysql::becomeWriter);
        for (int buyer = 1; buyer <= 5; buyer++) {
            OrderId order = buy(buyer);
            Stages.eventually(Stages::pause, () -> isSettled(order));
        }
    }

    @Test
    void aWriterThatCanNotTakeOverTriesAgain() {
        AtomicInteger tries = new AtomicInteger();
        deploy(shard -> tries.incrementAndGet() < 4
                ? CompletableFuture.failedStage(new Unavailable("away"))
                : mysql.becomeWriter(shard));
        OrderId order = buy(1);
        Stages.eventually(Stages::pause, () -> isSettled(order));
        assertEquals(4, tries.get());
    }

    /** Each new writer takes over, and its first batch fails. */
    @Test
    void onlyACommitEndsTheBackOff() {
        AtomicInteger batches = new AtomicInteger();
        deploy(shard -> mysql.becomeWriter(shard)
                .thenApply(writer -> FaultyLedger.settling(
                        writer,
                        orders -> batches.incrementAndGet() < 5
                                ? CompletableFuture.failedStage(new TimedOut("a lock is held"))
                                : writer.settle(orders))));
        try (LogLines lines = new LogLines(SettlementProgress.class)) {
            OrderId order = buy(1);
            Stages.eventually(Stages::pause, () -> isSettled(order));
            assertEquals(1, stalls.get(), "the fourth failure in a row is a stall");
            Stages.eventually(
                    Stages::pause,
                    () -> lines.all().stream()
                            .anyMatch(line -> line.startsWith("WARN Orders of shard 1 are settled again")));
        }
    }

    @Test
    void aWriterThatLostItsShardTakesItBackAndLosesNothing() {
        deploy(mysql::becomeWriter);
        OrderId first = buy(1);
        Stages.eventually(Stages::pause, () -> isSettled(first));
        OrderLedger.Writer rival = await(mysql.becomeWriter(Shard.FIRST));
        OrderId second = buy(2);
        Stages.eventually(Stages::pause, () -> isSettled(second));
        await(rival.close());
    }

    @Test
    void whileAnotherNodeHoldsTheLeaseThisOneStandsByAndThenTakesOver() {
        assertTrue(await(lock.tryAcquire("shard:1", LockOptions.fixed(LEASE))).isPresent());
        deploy(mysql::becomeWriter);
        OrderId order = buy(1);
        assertEquals(Optional.of(new UserId(1)), await(queue.findQueued(new Epoch(Shard.FIRST, 0), order)));
        Stages.eventually(
                time -> {
                    timers.advance(time);
                    Stages.pause(time);
                },
                () -> isSettled(order));
    }

    @Test
    void undeployedItLeavesTheShardToOthersAtOnce() {
        deploy(mysql::becomeWriter);
        OrderId order = buy(1);
        Stages.eventually(Stages::pause, () -> isSettled(order));
        var _ = await(vertx.undeploy(deployed).toCompletionStage());
        assertTrue(await(lock.tryAcquire("shard:1", LockOptions.fixed(LEASE))).isPresent());
    }

    @Test
    void undeployedItSettlesNoMore() {
        deploy(mysql::becomeWriter);
        var _ = await(vertx.undeploy(deployed).toCompletionStage());
        OrderId order = buy(1);
        assertEquals(Optional.of(new UserId(1)), await(queue.findQueued(new Epoch(Shard.FIRST, 0), order)));
    }

    private PrepareSales preparation() {
        return new PrepareSales(
                mysql,
                queue,
                new Epochs(mysql::epoch, timers),
                new SaleDirectory(mysql, timers),
                clock,
                Duration.ofHours(24));
    }

    private void deploy(Function<Shard, CompletionStage<OrderLedger.Writer>> writers) {
        SettleOrders settle = new SettleOrders(
                queue, FaultyLedger.withWriters(mysql, writers), _ -> {}, Shard.FIRST, 10, WAIT, SettleMeter.NONE);
        RecoverShard opening =
                new RecoverShard(WholeQueue.ports(queue), mysql, mysql, mysql, preparation(), Duration.ofHours(24));
        ShardWriter shard = new ShardWriter(
                settle,
                opening,
                () -> CompletableFuture.completedStage(null),
                new LeaderLease(lock, "shard:1", LockOptions.fixed(LEASE), timers),
                LEASE,
                timers);
        SettlementProgress progress =
                new SettlementProgress(Shard.FIRST, new Metrics().sales(), new Stalls(), Clock.systemUTC());
        deployed = await(vertx.deployVerticle(new OrderConsumerVerticle(shard, new Random(1), progress))
                .toCompletionStage());
    }

    private OrderId buy(long buyer) {
        OrderId order = new OrderId(buyer);
        assertInstanceOf(
                Admission.Accepted.class,
                await(OrderQueueContract.admit(queue, Shard.FIRST, new Purchase(order, voucher, new UserId(buyer)))));
        return order;
    }

    private boolean isSettled(OrderId order) {
        return await(mysql.find(order))
                .filter(OrderProgress.Settled.class::isInstance)
                .isPresent();
    }
}
