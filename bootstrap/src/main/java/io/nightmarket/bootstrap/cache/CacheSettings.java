package io.nightmarket.bootstrap.cache;

import io.nightmarket.domain.cache.Breakdown;
import java.time.Duration;

/**
 * One line of the table of caches.
 *
 * @param breakdown what readers of a value past its time do
 * @param fresh how long a value is fresh, and from {@code jitterLeast} to {@code jitterMost} longer
 * @param keep how long after that it is kept for when no newer one can be had
 * @param absent how long an absence is known
 * @param near how long a node serves a hot value from its memory without asking: the bound of staleness
 * @param nearSize the most values that a node holds in its memory
 * @param nearAfter a key is hot that was read so often within {@link Caches#WINDOW}
 * @param maxAge how long browsers and proxies may keep an answer without asking
 */
public record CacheSettings(
        Breakdown breakdown,
        Duration fresh,
        Duration jitterLeast,
        Duration jitterMost,
        Duration keep,
        Duration absent,
        Duration near,
        int nearSize,
        int nearAfter,
        Duration maxAge) {}
