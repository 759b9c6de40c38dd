package io.nightmarket.bootstrap;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.bootstrap.bus.EventBusCacheNews;
import io.nightmarket.bootstrap.cache.Caches;
import io.nightmarket.bootstrap.cache.Caches.Keys;
import io.nightmarket.bootstrap.cache.Caches.Truth;
import io.nightmarket.bootstrap.cache.NodeCache;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.config.AppConfig.CacheTable;
import io.nightmarket.bootstrap.metrics.Metrics;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.bootstrap.verticle.RoundsVerticle;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.ApplyChanges;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.BuildFilter;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.FilterRound;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.Reading;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.ListVouchers;
import io.nightmarket.domain.flashsale.Voucher;
import io.nightmarket.domain.shop.AreaKey;
import io.nightmarket.domain.shop.Candidates;
import io.nightmarket.domain.shop.FindShop;
import io.nightmarket.domain.shop.ForgetPages;
import io.nightmarket.domain.shop.IndexShop;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.RebuildShopIndex;
import io.nightmarket.domain.shop.SearchNearby;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopLocations;
import io.nightmarket.domain.shop.ShopPageKey;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.TypesInUse;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.redis.RedisCaches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of {@link Wiring} about what is read much: which caches there are and what fills them, the filter and the index
 * beside them, and how all of it hears of changes. A cache is a method here, a name, and a line of the table.
 */
final class CacheWiring {
    private static final Logger LOG = LoggerFactory.getLogger(CacheWiring.class);

    /** What Redis missed of a change it hears of after so long, once it is back. */
    private static final Duration KEEPER_PAUSE = Duration.ofSeconds(1);

    /** A search by name may look at every shop, and nothing can be kept of what people type: so many at a time, and in line. */
    private static final int NAME_SEARCHES = 4;

    private static final int NAME_SEARCHES_WAITING = 100;

    private static final Keys<ShopId> BY_SHOP = new Keys<>(id -> Long.toString(id.value()), CacheWiring::idOf);

    private final CacheTable table;
    private final boolean shared;
    private final MySqlAdapters mysql;
    private final RedisAdapters redis;
    private final Caches caches;
    private final Caches.Tools tools;
    private final ShopRepository shops;
    private final KeyFilter shopFilter;
    private final IndexShop indexShop;
    private final NodeCache<ShopId, Shop> shopCache;
    private final NodeCache<String, List<ShopType>> typeCache;
    private final NodeCache<String, List<Long>> typesInUseCache;
    private final TypesInUse typesInUse;
    private final NodeCache<ShopPageKey, List<ShopId>> pageCache;
    private final ShopLocations shopLocations;
    private final NodeCache<AreaKey, Candidates> areaCache;
    private final NodeCache<ShopId, List<Voucher>> voucherCache;
    private final NodeCache<UserId, UserCard> cardCache;
    private final ApplyChanges changes;
    private final Bulkhead nameSearchesInLine = new Bulkhead(NAME_SEARCHES, NAME_SEARCHES_WAITING);
    private final SingleFlight<NamedShops, List<ShopId>> nameSearches = new SingleFlight<>();

    CacheWiring(AppConfig config, MySqlAdapters mysql, RedisAdapters redis, Metrics metrics, Caches.Tools tools) {
        this.table = config.caches();
        this.shared = config.adapters().cache() == AppConfig.Adapters.Cache.REDIS;
        this.mysql = mysql;
        this.redis = redis;
        this.tools = tools;
        this.caches = new Caches(
                shared ? Optional.of(store(metrics)) : Optional.empty(), table.limits(), metrics::cache, tools);
        this.shops = mysql.shops();
        this.shopFilter = redis.keyFilter(CacheNames.SHOP);
        this.indexShop = new IndexShop(mysql.shopPlaces(), redis.shopIndex());
        this.shopCache = shopCache();
        this.typeCache = typeCache();
        this.typesInUseCache = typesInUseCache();
        this.typesInUse = new TypesInUse(
                typesInUseCache.reader(),
                () -> typesInUseCache.evict(TypesInUse.ALL),
                table.limits().soft(),
                tools.timers(),
                tools.clock());
        this.pageCache = pageCache();
        this.shopLocations = shopLocations();
        this.areaCache = areaCache();
        this.voucherCache = voucherCache();
        this.cardCache = cardCache();
        this.changes = new ApplyChanges(mysql.cacheChanges(), targets(), shopCache::run, KEEPER_PAUSE, tools.missed());
    }

    private Caches.SharedStore store(Metrics metrics) {
        RedisCaches made = redis.caches(table.limits().shared(), tools.timers());
        metrics.cacheBreaker(made::breaker);
        return new RedisStore(made);
    }

    private record RedisStore(RedisCaches caches) implements Caches.SharedStore {
        @Override
        public <K, V> Cache<K, V> open(String name, Function<K, String> text, TypeReference<V> type, CacheTimes times) {
            return caches.open(name, text, type, times);
        }

        @Override
        public Optional<BreakerState> breaker() {
            return Optional.of(caches.breaker());
        }
    }

    private NodeCache<ShopId, Shop> shopCache() {
        return caches.make(
                CacheNames.SHOP,
                table.of(CacheNames.SHOP),
                BY_SHOP,
                new TypeReference<>() {},
                new Truth<>(this::mayExist, shops::find));
    }

    private CompletionStage<Boolean> mayExist(ShopId id) {
        return shared ? shopFilter.mayContain(id.value()) : CompletableFuture.completedStage(true);
    }

    /** An empty list is kept as briefly as an absence: anybody may ask for any number of them. */
    private static <T> Optional<List<T>> unlessEmpty(List<T> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list);
    }

    private NodeCache<String, List<ShopType>> typeCache() {
        return caches.make(
                CacheNames.SHOP_TYPES,
                table.of(CacheNames.SHOP_TYPES),
                Keys.only(FindShop.ALL_TYPES),
                new TypeReference<>() {},
                Truth.of(_ -> shops.findTypes().thenApply(Optional::of)));
    }

    private NodeCache<String, List<Long>> typesInUseCache() {
        return caches.make(
                CacheNames.TYPES_IN_USE,
                table.of(CacheNames.TYPES_IN_USE),
                Keys.only(TypesInUse.ALL),
                new TypeReference<>() {},
                Truth.of(_ -> shops.typesInUse().thenApply(Optional::of)));
    }

    private NodeCache<ShopPageKey, List<ShopId>> pageCache() {
        return caches.make(
                CacheNames.SHOP_PAGES,
                table.of(CacheNames.SHOP_PAGES),
                new Keys<>(ShopPageKey::text, ShopPageKey::parse),
                new TypeReference<>() {},
                Truth.of(page -> shops.pageOfType(page.type(), page.order(), page.offset(), ListShops.PAGE_SIZE)
                        .thenApply(CacheWiring::unlessEmpty)));
    }

    private NodeCache<AreaKey, Candidates> areaCache() {
        return caches.makeOwn(
                CacheNames.AREAS,
                table.of(CacheNames.AREAS),
                new Keys<>(AreaKey::text, AreaKey::parse),
                Candidates::size,
                Truth.of(area ->
                        SearchNearby.candidates(shopLocations).apply(area).thenApply(Optional::of)));
    }

    private ShopLocations shopLocations() {
        ShopLocations books =
                mysql.shopLocations().shieldedBy(caches.truth(), table.limits().hard(), tools.timers());
        return shared ? redis.shopLocations().orElse(books) : books;
    }

    private final class Areas implements SearchNearby.Areas {
        @Override
        public CompletionStage<Reading<Candidates>> find(AreaKey area) {
            return areaCache.reader().read(area);
        }

        @Override
        public CompletionStage<Reading<Candidates>> renew(AreaKey area) {
            return areaCache.reader().renew(area);
        }

        @Override
        public CompletionStage<Long> knownUpTo() {
            return Deadlines.within(
                    shopLocations.knownUpTo(),
                    table.limits().hard(),
                    tools.timers(),
                    () -> new Unavailable("it takes long to learn which shops are known"));
        }
    }

    private NodeCache<ShopId, List<Voucher>> voucherCache() {
        return caches.make(
                CacheNames.VOUCHERS,
                table.of(CacheNames.VOUCHERS),
                BY_SHOP,
                new TypeReference<>() {},
                new Truth<>(
                        this::mayExist,
                        shop -> mysql.flashSales().onSaleIn(shop).thenApply(CacheWiring::unlessEmpty)));
    }

    private NodeCache<UserId, UserCard> cardCache() {
        return caches.make(
                CacheNames.USER_CARDS,
                table.of(CacheNames.USER_CARDS),
                new Keys<>(id -> Long.toString(id.value()), text -> new UserId(Long.parseLong(text))),
                new TypeReference<>() {},
                Truth.of(id -> FindUserCard.load(mysql.users(), id)));
    }

    /** All that nodes share: whoever else writes to the tables may write down what is to be forgotten. */
    private Map<String, ApplyChanges.Target> targets() {
        return Map.of(
                CacheNames.SHOP, new ShopChanges(),
                CacheNames.SHOP_TYPES, typeCache,
                CacheNames.TYPES_IN_USE, typesInUseCache,
                CacheNames.SHOP_PAGES, pageCache,
                CacheNames.VOUCHERS, voucherCache,
                CacheNames.USER_CARDS, cardCache);
    }

    /**
     * A shop that was made or changed: the filter lets it through, no copy is left, it stands on its page, and is found where
     * it lies.
     */
    private final class ShopChanges implements ApplyChanges.Target {
        private final ForgetPages forgetPages = new ForgetPages(shops, pageCache::evict);

        @Override
        public boolean isKey(String key) {
            return shopCache.isKey(key);
        }

        /** The filter first, or a new shop could be told absent once more; but a copy goes whatever becomes of that. */
        @Override
        public CompletionStage<String> forget(String key) {
            CompletionStage<Void> added =
                    ifShared(() -> shopFilter.add(idOf(key).value()));
            CompletionStage<String> evicted =
                    added.handle((_, _) -> shopCache.forget(key)).thenCompose(stage -> stage);
            return evicted.thenCombine(added, (run, _) -> run);
        }

        @Override
        public void tell(String key) {
            shopCache.tell(key);
        }

        @Override
        public CompletionStage<Void> derive(String key) {
            ShopId id = idOf(key);
            CompletionStage<Void> listed = shops.opening(id)
                    .thenCompose(found -> found.filter(this::isNew)
                            .map(opening -> list(id, opening.typeId()))
                            .orElse(CompletableFuture.completedStage(null)));
            return listed.thenCombine(ifShared(() -> indexShop.refresh(id)), (_, _) -> null);
        }

        /** There may be copies of lists from before it was opened. */
        private boolean isNew(ShopRepository.Opening opening) {
            return opening.at()
                    .plus(pageCache.retention())
                    .isAfter(tools.clock().instant());
        }

        private CompletionStage<Void> list(ShopId shop, long type) {
            return typesInUse.include(type).thenCompose(_ -> forgetPages.with(shop, type));
        }

        @Override
        public Duration retention() {
            return shopCache.retention();
        }
    }

    private CompletionStage<Void> ifShared(Supplier<CompletionStage<Void>> work) {
        return shared ? work.get() : CompletableFuture.completedStage(null);
    }

    private static ShopId idOf(String key) {
        return new ShopId(Long.parseLong(key));
    }

    FindShop findShop() {
        return new FindShop(shopCache.reader(), typeCache.reader());
    }

    ListShops listShops() {
        return new ListShops(
                pageCache.reader()::read,
                this::namedShops,
                new SearchNearby(new Areas()),
                findShop()::find,
                typesInUse::mayContain,
                tools.clock());
    }

    private record NamedShops(Optional<String> part, long offset, int size) {}

    /** Nobody waits for longer than for what is kept, and what many ask at once is searched once. */
    private CompletionStage<List<ShopId>> namedShops(Optional<String> part, long offset, int size) {
        Duration hard = table.limits().hard();
        return Deadlines.within(
                nameSearches.run(
                        new NamedShops(part, offset, size),
                        _ -> nameSearchesInLine.run(() -> shops.pageByName(part, offset, size), hard, tools.timers())),
                hard,
                tools.timers(),
                () -> new Unavailable("the search by name takes long"));
    }

    ListVouchers listVouchers() {
        return new ListVouchers(voucherCache.reader());
    }

    FindUserCard findUserCard() {
        return new FindUserCard(cardCache.reader());
    }

    Invalidation invalidation() {
        return changes;
    }

    ManageCaches manageCaches() {
        return new ManageCaches(all());
    }

    CacheRebuildVerticle rebuildVerticle() {
        return new CacheRebuildVerticle(all(), EventBusCacheNews.PULSE.toMillis());
    }

    private List<NodeCache<?, ?>> all() {
        return List.of(shopCache, typeCache, typesInUseCache, pageCache, areaCache, voucherCache, cardCache);
    }

    /** What is done round by round. Each apart, for the filter and the index of many shops take a while to build. */
    List<RoundsVerticle> keepers() {
        List<RoundsVerticle> keepers = new ArrayList<>();
        keepers.add(RoundsVerticle.onEveryNode("cache-changes", changes::round, KEEPER_PAUSE));
        if (shared) {
            BuildFilter building = new BuildFilter(
                    shopFilter,
                    shops::idsAfter,
                    table.filter().shape(),
                    table.filter().rebuildAfter(),
                    tools.timers()::nanoTime);
            keepers.add(new RoundsVerticle(
                    "shop-filter", () -> building.round().thenAccept(CacheWiring::tell), tools.lock(), KEEPER_PAUSE));
            RebuildShopIndex index = new RebuildShopIndex(
                    mysql.shopPlaces(), redis.shopIndex(), table.filter().rebuildAfter(), tools.timers()::nanoTime);
            keepers.add(new RoundsVerticle("shop-index", index::round, tools.lock(), KEEPER_PAUSE));
        }
        return keepers;
    }

    private static void tell(FilterRound outcome) {
        if (outcome instanceof FilterRound.Built(var reason, var shape, long keys)) {
            LOG.info("The filter of shops was built ({}): {} keys in {} bits", reason, keys, shape.bits());
        }
    }
}
