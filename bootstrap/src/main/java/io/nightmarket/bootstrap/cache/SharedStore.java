package io.nightmarket.bootstrap.cache;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.cache.BreakerState;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import java.util.Optional;
import java.util.function.Function;

/** The second level of the caches. */
@FunctionalInterface
public interface SharedStore {
    <K, V> Cache<K, V> open(String name, Function<K, String> text, TypeReference<V> type, CacheTimes times);

    /** The state of the circuit breaker before the store, if there is one. */
    default Optional<BreakerState> breaker() {
        return Optional.empty();
    }
}
