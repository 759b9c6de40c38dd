package io.nightmarket.domain.cache;

import static io.nightmarket.domain.failure.Arguments.require;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long a shared cache keeps what.
 *
 * @param fresh how long a value is fresh,
 * @param jitterLeast and at least so much longer,
 * @param jitterMost but so much at most, at random, so that entries put together don't turn together
 * @param keep how long after that it is there for readers that must not wait, or can't get better
 * @param absent how long an absence is known; a tenth is added at most
 * @param lease how long a loader has the right to load: longer than a load may take
 */
public record CacheTimes(
        Duration fresh, Duration jitterLeast, Duration jitterMost, Duration keep, Duration absent, Duration lease) {
    /** Refuses what can't work. */
    public CacheTimes {
        require(fresh.toMillis() > 0, "fresh must be at least a millisecond");
        require(!jitterLeast.isNegative(), "jitter must not be negative");
        require(jitterMost.compareTo(jitterLeast) >= 0, "the most of the jitter must not be below its least");
        require(!keep.isNegative(), "keep must not be negative");
        require(absent.toMillis() > 0, "absent must be at least a millisecond");
        require(lease.toMillis() > 0, "the lease must be at least a millisecond");
    }

    /** How long this value is fresh, in milliseconds. */
    public long freshFor(RandomGenerator random) {
        return fresh.toMillis() + random.nextLong(jitterLeast.toMillis(), jitterMost.toMillis() + 1);
    }

    /** How long this absence is known, in milliseconds. */
    public long absentFor(RandomGenerator random) {
        return absent.toMillis() + random.nextLong(absent.toMillis() / 10 + 1);
    }

    /** The longest that anything stays. */
    public Duration longest() {
        Duration value = fresh.plus(jitterMost).plus(keep);
        Duration absence = absent.plus(absent.dividedBy(10));
        return value.compareTo(absence) > 0 ? value : absence;
    }
}
