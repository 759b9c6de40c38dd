package io.nightmarket.bootstrap.feature;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusOrderEvents;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.cache.Source;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.verticle.RoundsVerticle;
import io.nightmarket.bootstrap.verticle.SaleAudit;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.flashsale.AdmitBuyers;
import io.nightmarket.domain.flashsale.AuditSales;
import io.nightmarket.domain.flashsale.CreateFlashSale;
import io.nightmarket.domain.flashsale.FindPlacement;
import io.nightmarket.domain.flashsale.KeepSales;
import io.nightmarket.domain.flashsale.ListShards;
import io.nightmarket.domain.flashsale.ListVouchers;
import io.nightmarket.domain.flashsale.PlaceFlashOrder;
import io.nightmarket.domain.flashsale.RestockSale;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.SoldOutSales;
import io.nightmarket.domain.flashsale.TurnSale;
import io.nightmarket.domain.flashsale.Voucher;
import io.nightmarket.domain.id.IdGenerator;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.ReturnStock;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.http.flashsale.FlashSaleApi;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Vouchers, their sales, and buying. */
final class FlashSaleFeature implements Feature {
    private static final Duration SOLD_OUT_PROBE = Duration.ofSeconds(1);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final Wiring wiring;
    private final AppConfig.Sale settings;
    private final MySqlAdapters mysql;
    private final SaleContext sales;
    private final SoldOutSales soldOut;
    private final NodeCache<ShopId, List<Voucher>> vouchers;
    private final FlashSaleApi api;

    FlashSaleFeature(Wiring wiring, SaleContext sales, ShopFilter shops) {
        this.wiring = wiring;
        this.settings = wiring.config().sale();
        this.mysql = wiring.mysql();
        this.sales = sales;
        this.soldOut = new SoldOutSales(sales.queue(wiring.redis()), wiring.timers(), wiring.clock(), SOLD_OUT_PROBE);
        this.vouchers = vouchers(wiring, shops);
        this.api = new FlashSaleApi(
                wiring.http().share(),
                wiring.config().caches().of(CacheNames.VOUCHERS).maxAge());
    }

    private static NodeCache<ShopId, List<Voucher>> vouchers(Wiring wiring, ShopFilter shops) {
        return wiring.caches()
                .define(
                        CacheNames.VOUCHERS,
                        CacheKeys.BY_SHOP,
                        new TypeReference<>() {},
                        new Source<>(
                                shops::mayContain,
                                shop -> wiring.mysql()
                                        .flashSales()
                                        .onSaleIn(shop)
                                        .thenApply(CacheKeys::unlessEmpty)));
    }

    @Override
    public String name() {
        return "sales";
    }

    @Override
    public CompletionStage<Void> prepare() {
        return sales.prepare();
    }

    @Override
    public void subscribe(EventBus bus) {
        EventBusOrderEvents.pass(bus, settlement -> {
            sales.settlements().settled(settlement);
            settlement.settled().forEach(soldOut::bought);
        });
    }

    /** Of the nodes of a cluster, one does each job. */
    @Override
    public List<Deployable> verticles() {
        RedisAdapters redis = wiring.redis();
        OrderQueue queue = sales.queue(redis);
        KeepSales keeping = new KeepSales(
                mysql.flashSales(),
                mysql.stockAdjustments(),
                queue,
                restock(queue, wiring.ids().generator(redis)),
                new ReturnStock(mysql.stockReturns(), queue),
                settings.keep());
        AuditSales auditing =
                new AuditSales(mysql.flashSales(), mysql.orders(), queue, wiring.clock(), settings.keep());
        return List.of(
                new RoundsVerticle("sale-keeper", keeping::round, wiring.lock(), INTERVAL),
                new RoundsVerticle(
                        "sale-audit",
                        new SaleAudit(auditing, wiring.metrics().sales()),
                        wiring.lock(),
                        settings.audit()));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        OrderQueue queue = sales.queue(loop);
        IdGenerator ids = wiring.ids().generator(loop);
        return List.of(
                api.vouchers(createFlashSale(), new ListVouchers(vouchers.reader())),
                api.purchases(
                        placeFlashOrder(queue, ids),
                        new FindPlacement(sales.directory(), sales.epochs(), queue, mysql.orders()),
                        sales.numbers()),
                api.operations(
                        new ListShards(sales.shards(), mysql.orders(), queue, sales.stalled()),
                        new TurnSale(mysql.flashSales(), sales.preparation(), queue),
                        restock(queue, ids)));
    }

    CreateFlashSale createFlashSale() {
        return new CreateFlashSale(
                mysql.flashSales(),
                new ShopOwnership(mysql.shops()),
                wiring.caches(),
                sales.preparation(),
                this::anyShard,
                wiring.clock());
    }

    private Shard anyShard() {
        return new Shard(1 + wiring.random().nextInt(settings.shards()));
    }

    private PlaceFlashOrder placeFlashOrder(OrderQueue queue, IdGenerator ids) {
        AppConfig.Admission admission = settings.admission();
        AdmitBuyers admitting = new AdmitBuyers(
                queue,
                sales.epochs(),
                wiring.timers(),
                wiring.random(),
                new AdmitBuyers.Limits(admission.calls(), admission.batch(), admission.waiting()));
        return new PlaceFlashOrder(
                sales.directory(), ids, admitting, sales.preparation(), soldOut, sales.settlements());
    }

    private RestockSale restock(OrderQueue queue, IdGenerator ids) {
        return new RestockSale(mysql.stockAdjustments(), queue, sales.epochs(), sales.preparation(), ids);
    }
}
