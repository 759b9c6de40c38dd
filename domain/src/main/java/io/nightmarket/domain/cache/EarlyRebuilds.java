package io.nightmarket.domain.cache;

import java.time.Clock;
import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Requests rebuilds of values that are about to get stale, by one reader of many: optimal probabilistic stampede
 * prevention (Vattani, Chierichetti, Lowenstein, PVLDB 2015).
 */
final class EarlyRebuilds<K> {
    /** This many times the usual distance ahead of its end no value is rebuilt: the chance is one in a billion. */
    private static final int FARTHEST = 20;

    private final CacheRebuilds<K> rebuilds;
    private final LoadThrottle<K> throttle;
    private final Duration nearTtl;
    private final Clock clock;
    private final RandomGenerator random;

    /** @param nearTtl for how long a node serves a value without reading it again */
    EarlyRebuilds(
            CacheRebuilds<K> rebuilds,
            LoadThrottle<K> throttle,
            Duration nearTtl,
            Clock clock,
            RandomGenerator random) {
        this.rebuilds = rebuilds;
        this.throttle = throttle;
        this.nearTtl = nearTtl;
        this.clock = clock;
        this.random = random;
    }

    /** To be called at each read of a fresh value; mostly does nothing. */
    void onRead(K key, Cached.Stamp stamp) {
        if (isStaleSoon(stamp) && throttle.tryBegin(key)) {
            rebuilds.request(key, stamp.loadedAt());
        }
    }

    /**
     * Sooner for a value that takes long to load, and for one that this node will not read again for a while; but a
     * value that is fresh for a short time only is not rebuilt all the time.
     */
    private boolean isStaleSoon(Cached.Stamp stamp) {
        long life = stamp.freshUntil() - stamp.loadedAt();
        long ahead = stamp.cost() + Math.min(nearTtl.toMillis(), life / 10);
        long left = stamp.freshUntil() - clock.millis();
        return left < FARTHEST * ahead && -Math.log(1 - random.nextDouble()) * ahead >= left;
    }
}
