package io.nightmarket.domain.cache;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The copies that a node holds in its own memory, served for seconds without asking anybody. A key gets one when it is hot.
 * Copies past their time are still there for when nothing better can be had.
 *
 * <p>A copy is kept under the ticket that its reader drew before it read. Forgetting a key makes all tickets drawn before
 * it worthless, so what a slow reader brings after word of a change is never served. Safe for use by several threads.
 */
public final class NearCache<K, V> {
    private static final int STRIPES = 1024;

    /** Grows when all keys are forgotten. */
    private final AtomicInteger era = new AtomicInteger();

    /** For each group of keys, grows when one of them is forgotten. */
    private final AtomicIntegerArray stamps = new AtomicIntegerArray(STRIPES);

    private final ConcurrentMap<K, Copy<V>> copies;
    private final Times times;
    private final HotKeys hotKeys;
    private final LongSupplier nanoTime;
    private final Clock clock;

    /**
     * How long copies are served.
     *
     * @param value how long a value is served as it is: after a change no node serves the older one for longer,
     *     whatever news it missed
     * @param absence how long an absence is
     * @param oldest a value that was loaded longer ago is not served
     * @param pause how long an old value is served without asking again, when no newer one could be had
     */
    public record Times(Duration value, Duration absence, Duration oldest, Duration pause) {}

    /** A reading, ready to be answered. */
    public static final class Copy<V> {
        private final Reading<V> reading;
        private final CompletionStage<Reading<V>> answer;
        private final long ticket;
        private final long goodUntil;

        private Copy(Reading<V> reading, long ticket, long goodUntil) {
            this.reading = reading;
            this.answer = CompletableFuture.completedFuture(reading);
            this.ticket = ticket;
            this.goodUntil = goodUntil;
        }

        public Reading<V> reading() {
            return reading;
        }

        /** The same every time: an answer from memory makes nothing. */
        CompletionStage<Reading<V>> answer() {
            return answer;
        }
    }

    /**
     * @param copies must be bounded in size by its maker; it may forget anything
     * @param hotKeys tells which keys are worth a copy
     * @param nanoTime only goes forward
     */
    public NearCache(
            ConcurrentMap<K, Copy<V>> copies, Times times, HotKeys hotKeys, LongSupplier nanoTime, Clock clock) {
        this.copies = copies;
        this.times = times;
        this.hotKeys = hotKeys;
        this.nanoTime = nanoTime;
        this.clock = clock;
    }

    /** The copy, past its time or not; null when there is none. */
    @Nullable
    Copy<V> find(K key) {
        Copy<V> copy = copies.get(key);
        return copy == null || eraOf(copy.ticket) != era.get() ? null : copy;
    }

    /** Whether the copy may be served as it is. */
    boolean isGood(Copy<V> copy) {
        return nanoTime.getAsLong() - copy.goodUntil < 0;
    }

    /** Whether the copy is better than nothing: an absence never is, for the thing may have been made since. */
    boolean isBetterThanNothing(Copy<V> copy) {
        return copy.reading.value().isPresent()
                && clock.instant().isBefore(copy.reading.loadedAt().plus(times.oldest()));
    }

    /** Notes a read that no copy answered. True when the key is hot. */
    boolean touch(K key) {
        return hotKeys.touch(key.hashCode());
    }

    /** To be drawn before anything is read that is to be kept. */
    long ticket(K key) {
        return ((long) era.get() << Integer.SIZE) | (stamps.get(stripe(key)) & 0xffff_ffffL);
    }

    private static int eraOf(long ticket) {
        return (int) (ticket >>> Integer.SIZE);
    }

    /** Keeps what was read under a ticket, unless the key was forgotten meanwhile or there is something better. */
    void keep(K key, Reading<V> reading, long ticket) {
        Duration life = reading.value().isEmpty() ? times.absence() : reading.stale() ? times.pause() : times.value();
        Copy<V> copy = copy(reading, ticket, life);
        // Forgetting removes a copy in a step that waits for this one.
        copies.compute(key, (_, old) -> ticket == ticket(key) && (old == null || !isBetter(old, copy)) ? copy : old);
    }

    /** The life of a copy ends with that of its value. */
    private Copy<V> copy(Reading<V> reading, long ticket, Duration life) {
        Duration left = Duration.between(clock.instant(), reading.loadedAt().plus(times.oldest()));
        Duration shorter = left.compareTo(life) < 0 ? left : life;
        return new Copy<>(reading, ticket, nanoTime.getAsLong() + shorter.toNanos());
    }

    /**
     * Later, and not outdone by what is fresh in the shared cache. That may have been loaded before the copy,
     * when the shared cache was away meanwhile; but the copy's time is over, and to serve it for longer could be to serve it
     * for longer than a change of which word was lost. What is kept in its place is served no longer than any other copy.
     */
    private boolean isBetter(Copy<V> old, Copy<V> copy) {
        return eraOf(old.ticket) == eraOf(copy.ticket)
                && old.reading.loadedAt().isAfter(copy.reading.loadedAt())
                && (copy.reading.stale() || isGood(old));
    }

    /** The copy once more, marked stale, and good for a pause if it is still the one that is there. */
    Reading<V> serveStale(K key, Copy<V> copy) {
        Reading<V> stale = new Reading<>(copy.reading.value(), copy.reading.loadedAt(), true);
        // No ticket is compared: it may be worthless for a key of the same group, and this copy was not forgotten.
        copies.replace(key, copy, copy(stale, copy.ticket, times.pause()));
        return stale;
    }

    /** From here on nothing is served that was read before. */
    void forget(K key) {
        stamps.incrementAndGet(stripe(key));
        copies.remove(key);
    }

    /** As {@link #forget}, of all keys. */
    void forgetAll() {
        era.incrementAndGet();
        copies.clear();
    }

    private int stripe(K key) {
        int hash = key.hashCode() * 0x9e3779b9;
        return (hash >>> 16) & (STRIPES - 1);
    }
}
