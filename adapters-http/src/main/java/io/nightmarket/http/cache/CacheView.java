package io.nightmarket.http.cache;

import io.nightmarket.domain.cache.ManageCaches.Status;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A cache as operators see it.
 *
 * @param hitRate null before the first read
 * @param breaker null when there is none
 */
record CacheView(
        String name,
        String strategy,
        @Nullable Double hitRate,
        long nearHits,
        long sharedHits,
        long misses,
        long loads,
        long failedLoads,
        long nearSize,
        long nearCapacity,
        @Nullable String breaker) {
    private static final double THOUSANDTHS = 1_000;

    static CacheView of(Status status) {
        OptionalDouble hitRate = status.reads().hitRate();
        return new CacheView(
                status.name(),
                status.strategy().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                hitRate.isPresent() ? Math.round(hitRate.getAsDouble() * THOUSANDTHS) / THOUSANDTHS : null,
                status.reads().near(),
                status.reads().shared(),
                status.reads().missed(),
                status.loads().found(),
                status.loads().failed(),
                status.nearSize(),
                status.nearCapacity(),
                status.breaker().map(Enum::name).orElse(null));
    }
}
