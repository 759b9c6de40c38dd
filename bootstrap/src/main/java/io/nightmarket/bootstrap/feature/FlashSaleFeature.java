package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusSaleChanges;
import io.nightmarket.bootstrap.bus.EventBusSettlementEvents;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.bootstrap.verticle.SaleAuditJob;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.admission.AdmitBuyers;
import io.nightmarket.domain.sale.admission.FindPurchaseOutcome;
import io.nightmarket.domain.sale.admission.PlaceFlashOrder;
import io.nightmarket.domain.sale.admission.SaleRequests;
import io.nightmarket.domain.sale.operation.AuditSales;
import io.nightmarket.domain.sale.operation.ChangeSale;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.domain.sale.operation.MaintainSales;
import io.nightmarket.domain.sale.operation.PlanSales;
import io.nightmarket.domain.sale.operation.RestockSale;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.sale.queue.QueuedSales;
import io.nightmarket.domain.sale.settlement.ListShards;
import io.nightmarket.domain.sale.waiting.UsePass;
import io.nightmarket.domain.sale.waiting.WaitingRooms;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.sale.FlashSaleRoutes;
import io.nightmarket.http.sale.PlannedSaleRoutes;
import io.nightmarket.http.sale.PurchasePathRoutes;
import io.nightmarket.http.sale.SaleOperationRoutes;
import io.nightmarket.http.sale.SaleRoutes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Flash sales, and buying. */
// Over 200 lines: the use cases of sales, each made of its ports.
final class FlashSaleFeature implements Feature {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration FLUSH_INTERVAL = Duration.ofSeconds(10);
    private static final Duration PRUNING_INTERVAL = Duration.ofHours(1);

    private final Wiring wiring;
    private final AppConfig.Sale settings;
    private final MySqlAdapters mysql;
    private final SaleContext sales;
    private final AdmitBuyers admitting;
    private final SaleRequests requests;

    FlashSaleFeature(Wiring wiring, SaleContext sales) {
        this.wiring = wiring;
        this.settings = wiring.config().sale();
        this.mysql = wiring.mysql();
        this.sales = sales;
        this.admitting = new AdmitBuyers(
                sales.queue(wiring.admissions()).orders(),
                sales.epochs,
                wiring.timers(),
                wiring.random(),
                settings.admitCalls(),
                settings.admitBatch(),
                wiring.metrics().sales().counts().admissions());
        this.requests = new SaleRequests(wiring.clock());
        wiring.metrics().sales().counts().unwritten(requests);
    }

    @Override
    public CompletionStage<Void> prepare() {
        return sales.prepare();
    }

    @Override
    public void subscribe(EventBus bus) {
        EventBusSaleChanges.subscribe(bus, sales.directory);
        EventBusSettlementEvents.subscribe(bus, settlement -> {
            sales.settlements.settled(settlement);
            sales.settleCounter.settled(settlement);
            settlement.settled().forEach(sales.soldOut::bought);
        });
    }

    /** One node of a cluster does each job, but each counts its own requests. */
    @Override
    public List<Deployable> verticles() {
        RedisAdapters redis = wiring.redis();
        QueuePorts queue = sales.queue(redis);
        MaintainSales maintaining = new MaintainSales(
                mysql.flashSales(),
                mysql.stockAdjustments(),
                mysql.saleChanges(),
                mysql.deadLetters(),
                queue.sales(),
                restock(queue.sales(), wiring.ids().generator(redis)),
                changing(queue),
                sales.releases(redis),
                settings.keep());
        return List.of(
                new JobVerticle("sale-maintenance", maintaining::iterate, wiring.lock(), INTERVAL),
                JobVerticle.pruning(
                        "unsettled-order-pruning", mysql.unsettledOrders()::prune, wiring.lock(), PRUNING_INTERVAL),
                new JobVerticle("sale-audit", audit(queue), wiring.lock(), settings.audit()),
                JobVerticle.onEveryNode("sale-request-counting", this::flush, FLUSH_INTERVAL));
    }

    private SaleAuditJob audit(QueuePorts queue) {
        AuditSales auditing = new AuditSales(
                mysql.flashSales(), mysql.orders(), sales.ledger, queue, wiring.clock(), settings.keep());
        return new SaleAuditJob(
                auditing, mysql.deadLetters(), queue.audit(), wiring.metrics().sales());
    }

    /** Adds the purchase requests since the last flush. */
    private CompletionStage<Void> flush() {
        wiring.metrics().sales().counts().show(requests);
        return requests.flush(mysql.saleMinutes());
    }

    @Override
    public CompletionStage<Void> close() {
        return flush();
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        QueuePorts queue = sales.queue(loop);
        IdGenerator ids = wiring.ids().generator(loop);
        SharedHttpState share = wiring.http().share();
        return List.of(
                new FlashSaleRoutes(createFlashSale()),
                new SaleRoutes(
                        share,
                        placeFlashOrder(ids, loop.waitingRooms(), queue.orders()),
                        new FindPurchaseOutcome(
                                sales.directory, sales.epochs, queue.orders(), mysql.orders(), sales.ledger),
                        sales.numbers,
                        requests),
                new PurchasePathRoutes(share, sales.purchasePaths),
                new PlannedSaleRoutes(share, planSales(queue), wiring.clock()),
                new SaleOperationRoutes(
                        share,
                        new ListShards(sales.shards(), sales.ledger, queue.epochs(), sales.stalled),
                        changing(queue),
                        restock(queue.sales(), ids)));
    }

    CreateFlashSale createFlashSale() {
        return new CreateFlashSale(
                mysql.flashSales(),
                new ShopOwnership(mysql.shops()),
                wiring.caches(),
                sales.preparation,
                this::anyShard,
                wiring.clock());
    }

    private ChangeSale changing(QueuePorts queue) {
        return new ChangeSale(
                mysql.saleChanges(),
                mysql.flashSales(),
                queue.sales(),
                sales.epochs,
                sales.preparation,
                wiring.caches(),
                new EventBusSaleChanges(wiring.vertx().eventBus()));
    }

    private PlanSales planSales(QueuePorts queue) {
        return new PlanSales(
                mysql.saleChanges(),
                mysql.flashSales(),
                queue.audit(),
                new ShopOwnership(mysql.shops()),
                changing(queue),
                createFlashSale(),
                wiring.clock());
    }

    private Shard anyShard() {
        return new Shard(1 + wiring.random().nextInt(settings.shards()));
    }

    private PlaceFlashOrder placeFlashOrder(IdGenerator ids, WaitingRooms rooms, OrderQueue queue) {
        return new PlaceFlashOrder(
                sales.directory,
                ids,
                admitting,
                sales.preparation,
                sales.soldOut,
                sales.settlements,
                wiring.timers(),
                sales.purchasePaths,
                new UsePass(rooms, mysql.roomRecords(), sales.roomOpening, sales.roomTokens, queue, sales.epochs),
                requests);
    }

    private RestockSale restock(QueuedSales queue, IdGenerator ids) {
        return new RestockSale(mysql.stockAdjustments(), queue, sales.epochs, sales.preparation, ids);
    }
}
