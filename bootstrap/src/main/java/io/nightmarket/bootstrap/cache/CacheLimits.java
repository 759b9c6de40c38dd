package io.nightmarket.bootstrap.cache;

import io.nightmarket.domain.cache.CacheTimes;
import java.time.Duration;

/**
 * Limits of readers and of the database, of all caches of a node.
 *
 * @param softTimeout of a reader that can be served an older value
 * @param hardTimeout of any reader
 * @param maxLoads concurrent loads of this node
 * @param maxWaiting queued loads
 * @param statementTimeout of the database
 */
public record CacheLimits(
        Duration softTimeout, Duration hardTimeout, int maxLoads, int maxWaiting, Duration statementTimeout) {
    /** Of the shared cache: a slower one counts as unavailable, for the database answers sooner. */
    public Duration callTimeout() {
        return hardTimeout.dividedBy(5);
    }

    /** Of a load: with a call to the shared cache before and after it, it ends before its ticket expires. */
    public Duration loadTimeout() {
        return ticketTtl().minus(callTimeout().multipliedBy(2));
    }

    private Duration ticketTtl() {
        return statementTimeout.plus(hardTimeout);
    }

    /** How long a cache with these settings holds its entries. */
    public CacheTimes times(CacheSettings settings) {
        return new CacheTimes(
                settings.softTtl(),
                settings.jitterMin(),
                settings.jitterMax(),
                settings.staleTtl(),
                settings.absentTtl(),
                ticketTtl());
    }
}
