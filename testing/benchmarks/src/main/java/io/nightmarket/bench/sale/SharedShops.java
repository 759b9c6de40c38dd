package io.nightmarket.bench.sale;

import static io.nightmarket.testkit.Waiting.await;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Claim;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.redis.RedisAdapters;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The cache of shops that all nodes share, straight through its port. */
final class SharedShops {
    /** What is put turns at once, and is kept. */
    private static final CacheTimes TURNED = new CacheTimes(
            Duration.ofMillis(1),
            Duration.ZERO,
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3));

    private final Cache<ShopId, Shop> cache;

    SharedShops(RedisAdapters redis) {
        this.cache =
                redis.cache(CacheNames.SHOP, id -> Long.toString(id.value()), new TypeReference<Shop>() {}, TURNED);
    }

    /** Nothing is known of the shop. */
    void evict(ShopId shop) throws IOException {
        var _ = await(cache.evict(shop));
    }

    /** The shop is there, past its time. */
    void expire(Shop shop) throws IOException {
        evict(shop.id());
        long now = System.currentTimeMillis();
        if (!(await(cache.claim(shop.id(), 0)) instanceof Claim.Granted<Shop>(String lease))
                || await(cache.put(shop.id(), new Loaded<>(Optional.of(shop), now, 1), lease)) != Cache.Put.KEPT) {
            throw new IOException("somebody else reads " + shop.id());
        }
    }
}
