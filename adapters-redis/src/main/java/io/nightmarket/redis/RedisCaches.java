package io.nightmarket.redis;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.RedisCache;
import io.nightmarket.redis.link.RedisLink;
import java.time.Clock;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Caches on one connection, and so behind one circuit breaker. */
public final class RedisCaches {
    private final RedisLink link;
    private final CacheBreaker breaker;
    private final BackgroundReleases backgroundReleases;
    private final Clock clock;
    private final RandomGenerator random;

    RedisCaches(
            RedisLink link,
            CacheBreaker breaker,
            BackgroundReleases backgroundReleases,
            Clock clock,
            RandomGenerator random) {
        this.link = link;
        this.breaker = breaker;
        this.backgroundReleases = backgroundReleases;
        this.clock = clock;
        this.random = random;
    }

    /**
     * A cache of values as JSON.
     *
     * @param name the name in its keys
     * @param text writes a key as text
     */
    public <K, V> Cache<K, V> open(String name, Function<K, String> text, TypeReference<V> type, CacheTimes times) {
        return new RedisCache<>(
                link, name, text, new CacheEntryCodec<>(type), times, clock, random, breaker, backgroundReleases);
    }

    /** What the breaker does with the calls that readers wait for. */
    public BreakerState breaker() {
        return breaker.state();
    }
}
