package io.nightmarket.domain.cache;

import static io.nightmarket.domain.base.Arguments.require;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a shared cache holds its entries.
 *
 * @param softTtl for how long a value is fresh, before jitter
 * @param jitterMin added to the soft TTL at least
 * @param jitterMax added to the soft TTL at most, at random, so that entries put together don't expire together
 * @param staleTtl for how long a stale value is held after that
 * @param absentTtl for how long an absence is known; up to a tenth is added at random
 * @param ticketTtl for how long a load ticket holds, which is renewed while the load runs
 */
public record CacheTimes(
        Duration softTtl,
        Duration jitterMin,
        Duration jitterMax,
        Duration staleTtl,
        Duration absentTtl,
        Duration ticketTtl) {
    /** Rejects invalid times. */
    public CacheTimes {
        require(softTtl.toMillis() > 0, "the soft TTL must be at least a millisecond");
        require(!jitterMin.isNegative(), "jitter must not be negative");
        require(jitterMax.compareTo(jitterMin) >= 0, "the maximum of the jitter must not be below its minimum");
        require(!staleTtl.isNegative(), "the stale TTL must not be negative");
        require(absentTtl.toMillis() > 0, "the TTL of an absence must be at least a millisecond");
        require(ticketTtl.toMillis() > 0, "the TTL of a ticket must be at least a millisecond");
    }

    /** For how long this value is fresh, in milliseconds. */
    public long freshFor(RandomGenerator random) {
        return softTtl.toMillis() + random.nextLong(jitterMin.toMillis(), jitterMax.toMillis() + 1);
    }

    /** For how long this absence is known, in milliseconds. */
    public long absentFor(RandomGenerator random) {
        return absentTtl.toMillis() + random.nextLong(absentTtl.toMillis() / 10 + 1);
    }

    /** The longest that a value is held. */
    public Duration valueTtl() {
        return softTtl.plus(jitterMax).plus(staleTtl);
    }

    /** The longest that any entry is held. */
    public Duration hardTtl() {
        Duration value = valueTtl();
        Duration absence = absentTtl.plus(absentTtl.dividedBy(10));
        return value.compareTo(absence) > 0 ? value : absence;
    }
}
