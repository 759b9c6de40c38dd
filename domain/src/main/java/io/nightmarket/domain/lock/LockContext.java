package io.nightmarket.domain.lock;

import io.nightmarket.domain.concurrent.Backoff;
import io.nightmarket.domain.concurrent.GiveUps;
import io.nightmarket.domain.concurrent.Timers;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/**
 * What the acquisitions and holds of one lock share.
 *
 * @param held every hold that is neither released nor lost
 */
record LockContext(Timers timers, Backoff backoff, GiveUps giveUps, Set<LeasedHold> held) {
    static LockContext of(Timers timers, RandomGenerator random) {
        Backoff backoff = new Backoff(random);
        return new LockContext(timers, backoff, new GiveUps(timers, backoff), ConcurrentHashMap.newKeySet());
    }
}
