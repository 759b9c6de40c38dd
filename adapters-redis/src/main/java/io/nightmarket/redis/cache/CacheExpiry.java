package io.nightmarket.redis.cache;

import java.time.Duration;

/**
 * How long a cache keeps what.
 *
 * @param fresh so long a value is fresh
 * @param jitter so much is added to that at most, at random, so that entries put together don't turn together
 * @param keep so long after that it is served stale
 * @param absentFor so long an absence is known; a tenth is added at most
 */
public record CacheExpiry(Duration fresh, Duration jitter, Duration keep, Duration absentFor) {}
