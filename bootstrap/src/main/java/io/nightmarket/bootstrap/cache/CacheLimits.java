package io.nightmarket.bootstrap.cache;

import io.nightmarket.domain.cache.CacheTimes;
import java.time.Duration;

/**
 * Limits of readers and of the database, which all caches of a node share.
 *
 * @param softTimeout the timeout of a reader that can be served an older value
 * @param hardTimeout the timeout of any reader
 * @param maxLoads concurrent loads of this node
 * @param maxWaiting queued loads
 * @param statementTimeout the timeout of a statement in the database
 */
public record CacheLimits(
        Duration softTimeout, Duration hardTimeout, int maxLoads, int maxWaiting, Duration statementTimeout) {
    /** The timeout of a call to the shared cache: a slower one counts as unavailable, for the database is faster. */
    public Duration callTimeout() {
        return hardTimeout.dividedBy(5);
    }

    /** The timeout of a load, its wait for a connection included; then its slot is free. */
    public Duration loadTimeout() {
        return statementTimeout.plus(hardTimeout).minus(callTimeout().multipliedBy(2));
    }

    /** A loader renews its ticket after each call timeout; a reader outlives the ticket of a loader that died. */
    private Duration ticketTtl() {
        return callTimeout().multipliedBy(3);
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
