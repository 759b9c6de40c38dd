package io.nightmarket.bootstrap.cache;

import io.nightmarket.domain.cache.RefreshStrategy;
import java.time.Duration;

/**
 * The settings of one cache.
 *
 * @param strategy for stale values
 * @param softTtl for how long a value is fresh, and from {@code jitterMin} to {@code jitterMax} longer
 * @param staleTtl for how long after that it is served when no newer one can be had
 * @param absentTtl for how long an absence is known
 * @param nearTtl for how long a node serves a hot value from its memory without asking: the bound of staleness
 * @param nearSize the maximum of values in a node's memory
 * @param nearAfter a key is hot that was read this often within {@link Caches#HOT_WINDOW}
 * @param maxAge for how long browsers and proxies may keep an answer without asking
 */
public record CacheSettings(
        RefreshStrategy strategy,
        Duration softTtl,
        Duration jitterMin,
        Duration jitterMax,
        Duration staleTtl,
        Duration absentTtl,
        Duration nearTtl,
        int nearSize,
        int nearAfter,
        Duration maxAge) {}
