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
import io.nightmarket.bootstrap.verticle.CacheKeeper;
import io.nightmarket.bootstrap.verticle.CacheRebuildVerticle;
import io.nightmarket.bootstrap.verticle.RoundsVerticle;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.ApplyChanges;
import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.cache.BuildFilter;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.cache.Reading;
import io.nightmarket.domain.flashsale.ListVouchers;
import io.nightmarket.domain.flashsale.Voucher;
import io.nightmarket.domain.shop.AreaKey;
import io.nightmarket.domain.shop.Candidates;
import io.nightmarket.domain.shop.FindShop;
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
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The part of {@link Wiring} about what is read much: which caches there are and what fills them, the filter and the index
 * beside them, and how all of it hears of changes. A cache is a method here, a name, and a line of the table.
 */
final class CacheWiring {
    /** No copy is older than the longest life, by any node's clock. */
    private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

    private static final int PAGE = 10;

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
    private final NodeCache<ShopPageKey, List<ShopId>> pageCache;
    private final NodeCache<AreaKey, Candidates> areaCache;
    private final NodeCache<ShopId, List<Voucher>> voucherCache;
    private final NodeCache<UserId, UserCard> cardCache;
    private final ApplyChanges changes;

    CacheWiring(AppConfig config, MySqlAdapters mysql, RedisAdapters redis, Metrics metrics, Caches.Tools tools) {
        this.table = config.caches();
        this.shared = config.adapters().cache() == AppConfig.Adapters.Cache.REDIS;
        this.mysql = mysql;
        this.redis = redis;
        this.tools = tools;
        this.caches = new Caches(
                shared ? Optional.of(redis::cache) : Optional.empty(), table.limits(), metrics::cache, tools);
        this.shops = mysql.shops();
        this.shopFilter = redis.keyFilter(CacheNames.SHOP);
        this.indexShop = new IndexShop(mysql.shopPlaces(), redis.shopIndex());
        this.shopCache = shopCache();
        this.typeCache = typeCache();
        this.pageCache = pageCache();
        this.areaCache = areaCache();
        this.voucherCache = voucherCache();
        this.cardCache = cardCache();
        this.changes = new ApplyChanges(mysql.cacheChanges(), targets(), shopCache::run, retention(), tools.missed());
    }

    private NodeCache<ShopId, Shop> shopCache() {
        return caches.make(
                CacheNames.SHOP,
                table.of(CacheNames.SHOP),
                new Keys<>(id -> Long.toString(id.value()), text -> new ShopId(Long.parseLong(text))),
                new TypeReference<>() {},
                new Truth<>(this::mayExist, shops::find));
    }

    private CompletionStage<Boolean> mayExist(ShopId id) {
        return shared ? shopFilter.mayContain(id.value()) : CompletableFuture.completedStage(true);
    }

    private NodeCache<String, List<ShopType>> typeCache() {
        return caches.make(
                CacheNames.SHOP_TYPES,
                table.of(CacheNames.SHOP_TYPES),
                new Keys<>(text -> text, text -> text),
                new TypeReference<>() {},
                Truth.of(_ -> shops.findTypes().thenApply(Optional::of)));
    }

    private NodeCache<ShopPageKey, List<ShopId>> pageCache() {
        return caches.make(
                CacheNames.SHOP_PAGES,
                table.of(CacheNames.SHOP_PAGES),
                new Keys<>(ShopPageKey::text, ShopPageKey::parse),
                new TypeReference<>() {},
                Truth.of(page -> shops.pageOfType(page.type(), page.order(), page.offset(), PAGE)
                        .thenApply(Optional::of)));
    }

    private NodeCache<AreaKey, Candidates> areaCache() {
        ShopLocations locations = shared ? redis.shopLocations().orElse(mysql.shopLocations()) : mysql.shopLocations();
        return caches.makeOwn(
                CacheNames.AREAS,
                table.of(CacheNames.AREAS),
                new Keys<>(AreaKey::text, AreaKey::parse),
                Candidates::size,
                Truth.of(area -> SearchNearby.candidates(locations).apply(area).thenApply(Optional::of)));
    }

    private NodeCache<ShopId, List<Voucher>> voucherCache() {
        return caches.make(
                CacheNames.VOUCHERS,
                table.of(CacheNames.VOUCHERS),
                new Keys<>(id -> Long.toString(id.value()), text -> new ShopId(Long.parseLong(text))),
                new TypeReference<>() {},
                Truth.of(shop -> mysql.flashSales().onSaleIn(shop).thenApply(Optional::of)));
    }

    private NodeCache<UserId, UserCard> cardCache() {
        return caches.make(
                CacheNames.USER_CARDS,
                table.of(CacheNames.USER_CARDS),
                new Keys<>(id -> Long.toString(id.value()), text -> new UserId(Long.parseLong(text))),
                new TypeReference<>() {},
                Truth.of(id -> FindUserCard.load(mysql.users(), id)));
    }

    private Map<String, ApplyChanges.Target> targets() {
        Map<String, ApplyChanges.Target> targets = new HashMap<>();
        targets.put(CacheNames.SHOP, shared ? new ShopChanges() : shopCache);
        targets.put(CacheNames.SHOP_TYPES, typeCache);
        targets.put(CacheNames.VOUCHERS, voucherCache);
        targets.put(CacheNames.USER_CARDS, cardCache);
        return targets;
    }

    /** A shop that was made or changed: the filter lets it through, no copy is left, and it is found where it lies. */
    private final class ShopChanges implements ApplyChanges.Target {
        @Override
        public CompletionStage<String> forget(String key) {
            ShopId id = new ShopId(Long.parseLong(key));
            return shopFilter
                    .add(id.value())
                    .thenCompose(_ -> shopCache.forget(key))
                    .thenCompose(run -> indexShop.refresh(id).thenApply(_ -> run));
        }

        @Override
        public void tell(String key) {
            shopCache.tell(key);
        }
    }

    private Duration retention() {
        return table.table().values().stream()
                .map(line -> table.limits().times(line).longest())
                .max(Duration::compareTo)
                .orElseThrow()
                .plus(CLOCKS_APART);
    }

    FindShop findShop() {
        return new FindShop(shopCache.reader(), typeCache.reader());
    }

    ListShops listShops() {
        FindShop find = findShop();
        return new ListShops(
                (type, order, offset, _) -> pageCache
                        .reader()
                        .read(new ShopPageKey(type, order, offset))
                        .thenApply(page -> page.value().orElse(List.of())),
                shops::pageByName,
                new SearchNearby(area -> areaCache
                        .reader()
                        .read(area)
                        .thenApply(found -> found.value().orElseThrow())),
                id -> find.find(id).thenApply(Reading::value));
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

    CacheRebuildVerticle rebuildVerticle() {
        return new CacheRebuildVerticle(
                List.of(shopCache, typeCache, pageCache, areaCache, voucherCache, cardCache),
                EventBusCacheNews.PULSE.toMillis());
    }

    /**
     * What each node does in each round: one alone could be down, or wait for its lock, while a store that is back serves
     * older copies.
     */
    RoundsVerticle.Rounds replay() {
        return changes::replay;
    }

    /** Of the nodes of a cluster, one keeps caches: what is done in each round. */
    CacheKeeper keeper() {
        List<Supplier<CompletionStage<?>>> work = new ArrayList<>();
        work.add(changes::prune);
        if (shared) {
            CacheTable.Filter filter = table.filter();
            work.add(new BuildFilter(
                    shopFilter,
                    shops::idsAfter,
                    new BloomShape(filter.keys(), filter.error()),
                    filter.rebuildAfter(),
                    tools.timers()::nanoTime)::round);
            work.add(new RebuildShopIndex(mysql.shopPlaces(), redis.shopIndex())::round);
        }
        return new CacheKeeper(work);
    }
}
