package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.redis.RedisCaches;
import java.util.Optional;
import java.util.function.Function;

/** Redis as the second level of caches. */
public final class RedisCacheStore implements SharedStore {
    private final RedisCaches caches;

    public RedisCacheStore(RedisCaches caches) {
        this.caches = caches;
    }

    @Override
    public <K, V> Cache<K, V> open(String name, Function<K, String> text, TypeReference<V> type, CacheTimes times) {
        return caches.open(name, text, type, times);
    }

    @Override
    public Optional<BreakerState> breaker() {
        return Optional.of(caches.breaker());
    }
}
