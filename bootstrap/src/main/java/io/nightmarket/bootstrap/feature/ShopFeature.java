package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.config.AppConfig.CacheTable;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.FilterIteration;
import io.nightmarket.domain.cache.MaintainKeyFilter;
import io.nightmarket.domain.shop.AppointStaff;
import io.nightmarket.domain.shop.CreateShop;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.IndexShop;
import io.nightmarket.domain.shop.IndexShopNames;
import io.nightmarket.domain.shop.InvalidatePages;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.ManageShopTypes;
import io.nightmarket.domain.shop.SearchNearby;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopInvalidation;
import io.nightmarket.domain.shop.ShopOwnership;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopSearches;
import io.nightmarket.domain.shop.TypesInUse;
import io.nightmarket.domain.shop.UpdateShop;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.shop.ShopDetailRoutes;
import io.nightmarket.http.shop.ShopListRoutes;
import io.nightmarket.http.shop.ShopRoutes;
import io.nightmarket.http.shop.ShopStaffRoutes;
import io.nightmarket.http.shop.ShopTypeRoutes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shops, their types, and finding them. */
final class ShopFeature implements Feature {
    private static final Logger LOG = LoggerFactory.getLogger(ShopFeature.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** At first; it grows with the shops. */
    private static final BloomShape FILTER = new BloomShape(1_000_000, 0.01);

    /** After it the filter forgets deleted ids, and the index what other software moved. */
    private static final Duration REBUILD_AFTER = Duration.ofHours(6);

    private final Wiring wiring;
    private final CacheTable table;
    private final ShopFilter filter;
    private final ShopRepository shops;
    private final ShopCaches caches;
    private final TypesInUse typesInUse;
    private final ShopSearches searches;
    private final List<Routes> routes;

    ShopFeature(Wiring wiring, ShopFilter filter) {
        this.wiring = wiring;
        this.table = wiring.config().caches();
        this.filter = filter;
        this.shops = wiring.mysql().shops();
        ShopGeoSearch geoSearch = geoSearch(wiring, table);
        this.caches = ShopCaches.define(wiring, filter, geoSearch);
        this.typesInUse = new TypesInUse(
                caches.typesInUse().reader(),
                () -> caches.typesInUse().invalidateEverywhere(TypesInUse.ALL),
                table.limits().softTimeout(),
                wiring.timers(),
                wiring.clock());
        wiring.caches().invalidateBy(caches.shops(), invalidation());
        this.searches = new ShopSearches(
                shops, geoSearch, caches.areas().reader(), table.limits().hardTimeout(), wiring.timers());
        this.routes = routes(wiring.http().share());
    }

    private List<Routes> routes(SharedHttpState share) {
        ShopOwnership ownership = new ShopOwnership(shops);
        ShopCache shopCache = ShopCache.of(caches.shops().reader(), wiring.caches());
        FindShopTypes findTypes = new FindShopTypes(caches.types().reader());
        ListShops list = new ListShops(
                caches.pages().reader()::read,
                searches::byName,
                new SearchNearby(searches)::search,
                shopCache,
                typesInUse::mayContain,
                wiring.clock());
        return List.of(
                new ShopDetailRoutes(
                        share,
                        shopCache,
                        findTypes,
                        table.of(CacheNames.SHOP).maxAge(),
                        table.of(CacheNames.SHOP_TYPES).maxAge()),
                new ShopTypeRoutes(
                        share, findTypes, new ManageShopTypes(wiring.mysql().shopTypes(), shops, wiring.caches())),
                new ShopListRoutes(share, list),
                new ShopRoutes(new CreateShop(shops, shopCache), new UpdateShop(shops, ownership, shopCache)),
                new ShopStaffRoutes(share, new AppointStaff(wiring.mysql().shopStaff(), ownership)));
    }

    private static ShopGeoSearch geoSearch(Wiring wiring, CacheTable table) {
        ShopGeoSearch inDatabase = wiring.mysql()
                .shopGeoSearch()
                .shieldedBy(
                        wiring.caches().caches().databaseLoads(), table.limits().hardTimeout(), wiring.timers());
        return wiring.config().adapters().cachesAreShared()
                ? wiring.redis().shopGeoSearch().orElse(inDatabase)
                : inDatabase;
    }

    private ShopInvalidation invalidation() {
        Optional<IndexShop> index = wiring.config().adapters().cachesAreShared()
                ? Optional.of(new IndexShop(
                        wiring.mysql().shopCoordinates(), wiring.redis().shopIndex()))
                : Optional.empty();
        InvalidatePages pages = new InvalidatePages(
                shops,
                typesInUse::include,
                caches.pages()::invalidateEverywhere,
                caches.pages().retention(),
                wiring.clock());
        return new ShopInvalidation(caches.shops(), filter::add, pages, index);
    }

    /** Several jobs, for the filter and the index of many shops take a while to build. */
    @Override
    public List<Deployable> verticles() {
        Deployable names = new JobVerticle(
                "shop-names",
                new IndexShopNames(shops::indexNames, wiring.timers()::nanoTime)::iterate,
                wiring.lock(),
                INTERVAL);
        if (!wiring.config().adapters().cachesAreShared()) {
            return List.of(names);
        }
        MaintainKeyFilter building =
                new MaintainKeyFilter(filter.keys(), shops::idsAfter, FILTER, REBUILD_AFTER, wiring.timers()::nanoTime);
        MaintainShopIndex index = new MaintainShopIndex(
                wiring.mysql().shopCoordinates(), wiring.redis().shopIndex(), REBUILD_AFTER, wiring.timers()::nanoTime);
        return List.of(
                names,
                new JobVerticle(
                        "shop-filter", () -> building.iterate().thenAccept(ShopFeature::log), wiring.lock(), INTERVAL),
                new JobVerticle("shop-index", index::iterate, wiring.lock(), INTERVAL));
    }

    private static void log(FilterIteration outcome) {
        if (outcome instanceof FilterIteration.Built(var reason, var shape, long keys)) {
            LOG.info("The filter of shops was built ({}): {} keys in {} bits", reason, keys, shape.bits());
        }
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return routes;
    }
}
