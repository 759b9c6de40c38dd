package io.nightmarket.domain.lock;

import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Timers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * What the acquisitions and handles of one lock share.
 *
 * @param held handles that are neither released nor lost
 */
record LockContext(Timers timers, Backoff backoff, BackgroundReleases backgroundReleases, Set<LeasedLockHandle> held) {
    static LockContext of(Timers timers, RandomGenerator random) {
        Backoff backoff = new Backoff(random);
        return new LockContext(timers, backoff, new BackgroundReleases(timers, backoff), ConcurrentHashMap.newKeySet());
    }
}
