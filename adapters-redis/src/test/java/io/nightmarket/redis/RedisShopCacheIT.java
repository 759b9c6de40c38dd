package io.nightmarket.redis;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.contract.ShopCacheContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCache;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.RedisCache;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisShopCacheIT extends ShopCacheContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final RealTimers timers = new RealTimers();

    @Override
    protected ShopCache shopCache(Function<ShopId, CompletionStage<Optional<Shop>>> database) {
        Cache<ShopId, Shop> store = new RedisCache<>(
                REDIS.link(),
                "test-" + UUID.randomUUID(),
                shop -> Long.toString(shop.value()),
                new CacheEntryCodec<>(new TypeReference<Shop>() {}),
                TIMES,
                Clock.systemUTC(),
                new SecureRandom(),
                new CacheBreaker(RedisFixture.TIMEOUT, timers::nanoTime, new SecureRandom()),
                new BackgroundReleases(timers, new Backoff(new SecureRandom())));
        return Readers.shops(store, database, Clock.systemUTC(), timers);
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }
}
