package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusSettlementEvents;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.verticle.OrderConsumerVerticle;
import io.nightmarket.bootstrap.verticle.SettlementProgress;
import io.nightmarket.domain.lock.LeaderLease;
import io.nightmarket.domain.lock.LockOptions;
import io.nightmarket.domain.node.ListNodes;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.operation.ManageDeadLetters;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.recovery.RecoverShard;
import io.nightmarket.domain.sale.recovery.ShardWriter;
import io.nightmarket.domain.sale.settlement.FindOrder;
import io.nightmarket.domain.sale.settlement.SettleOrders;
import io.nightmarket.domain.sale.settlement.SettlementEvents;
import io.nightmarket.http.order.OrderRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.sale.DeadLetterRoutes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Orders: their settlement by one writer per shard, and what became of them. */
final class OrderFeature implements Feature {
    private static final Logger LOG = LoggerFactory.getLogger(OrderFeature.class);
    /** Orders that share one transaction at most. */
    private static final int SETTLE_BATCH = 500;

    private static final Duration SETTLE_WAIT = Duration.ofSeconds(1);
    private static final Duration WRITER_LEASE = Duration.ofSeconds(3);

    /** Statements of a settlement that has to judge each order, each with the settle timeout. */
    private static final int STATEMENTS_IN_A_ROW = 4;

    /** A writer that was killed keeps its lease for some seconds. */
    private static final Duration OPENING_TIMEOUT = Duration.ofSeconds(10);

    private final Wiring wiring;
    private final AppConfig config;
    private final MySqlAdapters mysql;
    private final SaleContext sales;
    private final OrderAnnouncements announcements;
    /** The deployments of the writers, while they are there. */
    private volatile List<Future<String>> writers = List.of();

    OrderFeature(Wiring wiring, SaleContext sales, OrderAnnouncements announcements) {
        this.wiring = wiring;
        this.config = wiring.config();
        this.mysql = wiring.mysql();
        this.sales = sales;
        this.announcements = announcements;
    }

    @Override
    public void subscribe(EventBus bus) {
        EventBusSettlementEvents.subscribeToStalls(bus, sales.stalled::stalled);
    }

    /** Begins to settle, and waits a while for the shards to admit buyers. */
    @Override
    public CompletionStage<Void> open() {
        return release().thenCompose(_ -> sales.awaitOpen(OPENING_TIMEOUT)).thenAccept(open -> {
            if (!open) {
                LOG.warn("Not all shards are open yet; until they are, buying is answered with 503");
            }
        });
    }

    @Override
    public CompletionStage<Void> close() {
        return hold();
    }

    /** Orders wait in the queue from here on, until {@link #release}. Completes when each writer has left its shard. */
    CompletionStage<Void> hold() {
        List<Future<String>> ending = writers;
        writers = List.of();
        return Future.join(ending.stream()
                        .map(deployed -> deployed.compose(wiring.vertx()::undeploy))
                        .toList())
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    /** Orders are settled again. Writers begin side by side: each may have to wait for what it is about. */
    CompletionStage<Void> release() {
        if (writers.isEmpty()) {
            writers = sales.shards().stream()
                    .map(shard -> wiring.vertx().deployVerticle(writer(shard)))
                    .toList();
        }
        return Future.all(writers).<Void>mapEmpty().toCompletionStage();
    }

    /** Makes the writer of the shard; in a cluster one node at a time is it. */
    private OrderConsumerVerticle writer(Shard shard) {
        SettlementEvents events = announcements.settlements();
        QueuePorts queue = sales.queue(wiring.redis());
        SettleOrders settle = new SettleOrders(
                queue.orders(),
                sales.ledger,
                events,
                shard,
                SETTLE_BATCH,
                SETTLE_WAIT,
                wiring.metrics().sales().counts().settlements());
        LeaderLease lease = new LeaderLease(
                wiring.lock(), ListNodes.WRITER + shard.number(), LockOptions.fixed(WRITER_LEASE), wiring.timers());
        Duration renewal = config.mysql().settleTimeout().multipliedBy(STATEMENTS_IN_A_ROW);
        RecoverShard opening = new RecoverShard(
                queue,
                mysql.orders(),
                sales.ledger,
                mysql.flashSales(),
                sales.preparation,
                config.sale().keep());
        return new OrderConsumerVerticle(
                new ShardWriter(settle, opening, wiring.mark()::require, lease, renewal, wiring.timers()),
                wiring.random(),
                new SettlementProgress(shard, wiring.metrics().sales(), events, wiring.clock()));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        QueuePorts queue = sales.queue(loop);
        return List.of(
                new OrderRoutes(
                        wiring.http().share(),
                        new FindOrder(sales.shards(), sales.epochs, queue.orders(), mysql.orders()),
                        sales.numbers),
                new DeadLetterRoutes(new ManageDeadLetters(
                        sales.shards(), mysql.deadLetters(), queue, sales.epochs, sales.preparation::restore)));
    }

    /** A stalled settlement is no reason to send buyers elsewhere: they are admitted. */
    @Override
    public Map<String, Supplier<String>> states() {
        return Map.of("settlement", () -> sales.stalled.all().isEmpty() ? "UP" : "STALLED");
    }
}
