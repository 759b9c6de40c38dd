package io.nightmarket.domain.cache;

import java.time.Duration;
import java.util.Optional;

/**
 * What a cache knows of a key. Readers branch over it.
 */
public sealed interface Cached<V> {
    /** Version of the entry that was seen; 0 when there was none. */
    long version();

    /**
     * An entry at this time; missing when expired, however long a store may have held it. One that would be fresh for longer
     * than any is, by over a minute, is stale: the clock was set back.
     */
    static <V> Cached<V> at(long now, Optional<V> value, Stamp stamp, CacheTimes times) {
        if (now >= stamp.freshUntil() + (value.isPresent() ? times.staleTtl().toMillis() : 0)) {
            return new Missing<>();
        }
        long left = stamp.freshUntil() - now;
        Duration longest = times.softTtl().plus(times.jitterMax()).plusMinutes(1);
        boolean isFresh = left > 0 && left <= longest.toMillis();
        return value.<Cached<V>>map(there -> isFresh ? new Fresh<>(there, stamp) : new Stale<>(there, stamp))
                .orElseGet(() -> new KnownAbsent<>(stamp));
    }

    /** The value, to be served as it is. */
    record Fresh<V>(V value, Stamp stamp) implements Cached<V> {
        @Override
        public long version() {
            return stamp.loadedAt();
        }
    }

    /** The value past its soft TTL; it may be served until it is rebuilt. */
    record Stale<V>(V value, Stamp stamp) implements Cached<V> {
        @Override
        public long version() {
            return stamp.loadedAt();
        }
    }

    /** The thing is known not to exist. */
    record KnownAbsent<V>(Stamp stamp) implements Cached<V> {
        @Override
        public long version() {
            return stamp.loadedAt();
        }
    }

    /** Nothing is known. */
    record Missing<V>() implements Cached<V> {
        @Override
        public long version() {
            return 0;
        }
    }

    /**
     * When what.
     *
     * @param loadedAt when the source was asked, epoch milliseconds; never 0
     * @param freshUntil epoch milliseconds
     */
    record Stamp(long loadedAt, long freshUntil) {}
}
