package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.domain.sale.operation.CreateFlashSale;
import io.nightmarket.http.EventLoopApi;
import io.nightmarket.http.HttpVerticle;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.site.HealthRoutes;
import io.nightmarket.redis.RedisAdapters;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The features of a node. One that is added has its line in the list here, and nowhere else. */
public final class Features {
    private final Wiring wiring;
    private final AccountFeature accounts;
    private final FlashSaleFeature flashSales;
    private final OrderFeature orders;
    private final List<Feature> all;

    /** Operators see caches in the order in which they are defined here. */
    public Features(Wiring wiring, SmsSender sms) {
        this.wiring = wiring;
        ShopFilter shopFilter = ShopFilter.of(wiring);
        SaleContext sales = new SaleContext(wiring);
        OrderAnnouncements announcements = OrderAnnouncements.of(wiring);
        ShopFeature shops = new ShopFeature(wiring, shopFilter);
        VoucherFeature vouchers = new VoucherFeature(wiring, shopFilter, sales);
        this.flashSales = new FlashSaleFeature(wiring, sales);
        this.accounts = new AccountFeature(wiring, sms);
        this.orders = new OrderFeature(wiring, sales, announcements);
        List<Feature> trade = List.of(
                new ServerFeature(wiring),
                new CacheFeature(wiring),
                new IdFeature(wiring),
                new LockFeature(wiring),
                accounts,
                new AuditFeature(wiring),
                shops,
                vouchers,
                flashSales,
                new DemoFeature(wiring, flashSales.createFlashSale()),
                orders);
        this.all = Stream.of(trade, ordering(sales, announcements), waiting(sales), people())
                .flatMap(List::stream)
                .toList();
    }

    /** What becomes of orders. */
    private List<Feature> ordering(SaleContext sales, OrderAnnouncements announcements) {
        return List.of(
                new LifecycleFeature(wiring, sales, announcements),
                new OrderListFeature(wiring, sales, announcements),
                new NoticeFeature(wiring),
                new HistoryFeature(wiring, sales),
                new ListFeature(wiring, sales),
                new PaymentFeature(wiring, sales, announcements),
                new OutboxFeature(wiring, sales));
    }

    private List<Feature> waiting(SaleContext sales) {
        return List.of(new WaitlistFeature(wiring, sales), new WaitingRoomFeature(wiring, sales));
    }

    /** What users do beside buying. */
    private List<Feature> people() {
        NoteFeature notes = new NoteFeature(wiring, accounts.cards());
        return List.of(
                new FollowFeature(wiring, accounts.cards()),
                new CheckInFeature(wiring),
                new VisitorFeature(wiring),
                notes,
                new FeedFeature(wiring, notes::show),
                new PictureFeature(wiring),
                new ModerationFeature(wiring, accounts::sessions));
    }

    public List<Feature> all() {
        return all;
    }

    /** Orders wait in the queue from here on, until {@link #releaseWriters}. */
    public CompletionStage<Void> holdWriters() {
        return orders.hold();
    }

    public CompletionStage<Void> releaseWriters() {
        return orders.release();
    }

    public CreateFlashSale createFlashSale() {
        return flashSales.createFlashSale();
    }

    /** One of the HTTP verticles, with a Redis connection of its own. */
    public HttpVerticle httpVerticle() {
        AtomicReference<RedisAdapters> own = new AtomicReference<>();
        return wiring.http()
                .verticle(
                        () -> wiring.connectRedis().thenApply(made -> {
                            own.set(made);
                            return api(made);
                        }),
                        () -> own.get() == null
                                ? CompletableFuture.completedStage(null)
                                : own.get().close());
    }

    private EventLoopApi api(RedisAdapters loop) {
        List<Routes> routes = new ArrayList<>();
        Map<String, Supplier<CompletionStage<Void>>> probes = new HashMap<>();
        Map<String, Supplier<String>> states = new HashMap<>();
        for (Feature feature : all) {
            routes.addAll(feature.routes(loop));
            probes.putAll(feature.probes(loop));
            states.putAll(feature.states());
        }
        routes.add(new HealthRoutes(wiring.vertx(), wiring.http().share(), probes, states));
        return new EventLoopApi(accounts.checkSession(loop), accounts.logOut(loop), routes);
    }
}
