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
 * The copies that a node holds in its own memory, served for seconds without asking another store. A key gets one when it
 * is hot. Stale copies stay until there is a newer one, for when the stores are unavailable.
 *
 * <p>A copy belongs to the generation of its key that its reader saw before it read. Invalidating a key begins a new
 * generation, so what a slow reader stores after the invalidation is never served. Safe for use by several threads.
 */
public final class NearCache<K, V> {
    private static final int STRIPES = 1024;

    /** Grows when all keys are invalidated. */
    private final AtomicInteger era = new AtomicInteger();

    /** For each group of keys, grows when one of them is invalidated. */
    private final AtomicIntegerArray counters = new AtomicIntegerArray(STRIPES);

    private final ConcurrentMap<K, Copy<V>> copies;
    private final Times times;
    private final HotKeys hotKeys;
    private final LongSupplier nanoTime;
    private final Clock clock;

    /**
     * For how long copies are served.
     *
     * @param ttl how long a value is served: after a change no node serves the older one for longer, whatever message
     *     it missed
     * @param absenceTtl how long an absence is served
     * @param maxAge a value that was loaded longer ago is not served
     * @param staleTtl how long a stale value is served, until a newer one is asked for again
     */
    public record Times(Duration ttl, Duration absenceTtl, Duration maxAge, Duration staleTtl) {}

    /** A result, ready to be answered. */
    public static final class Copy<V> {
        private final ReadResult<V> result;
        private final CompletionStage<ReadResult<V>> answer;
        private final long generation;
        private final long freshUntil;

        private Copy(ReadResult<V> result, long generation, long freshUntil) {
            this.result = result;
            this.answer = CompletableFuture.completedFuture(result);
            this.generation = generation;
            this.freshUntil = freshUntil;
        }

        public ReadResult<V> result() {
            return result;
        }

        /** Returns one completed stage every time: an answer from memory allocates nothing. */
        CompletionStage<ReadResult<V>> answer() {
            return answer;
        }
    }

    /**
     * @param copies must be bounded in size by its maker; it may drop any entry
     * @param hotKeys decides which keys are worth a copy
     * @param nanoTime never goes back
     */
    public NearCache(
            ConcurrentMap<K, Copy<V>> copies, Times times, HotKeys hotKeys, LongSupplier nanoTime, Clock clock) {
        this.copies = copies;
        this.times = times;
        this.hotKeys = hotKeys;
        this.nanoTime = nanoTime;
        this.clock = clock;
    }

    /** The copy, fresh or not; null when there is none. */
    @Nullable
    Copy<V> find(K key) {
        Copy<V> copy = copies.get(key);
        return copy == null || eraOf(copy.generation) != era.get() ? null : copy;
    }

    /** Whether the copy may be served as it is. */
    boolean isFresh(Copy<V> copy) {
        return nanoTime.getAsLong() - copy.freshUntil < 0;
    }

    /** Whether the copy may be served as a stale one: an absence never may, for the thing may have been created since. */
    boolean isServableStale(Copy<V> copy) {
        return copy.result.value().isPresent()
                && clock.instant().isBefore(copy.result.loadedAt().plus(times.maxAge()));
    }

    /** Counts a read that no copy answered. True when the key is hot. */
    boolean touch(K key) {
        return hotKeys.touch(key.hashCode());
    }

    /** Read before a value is read that will be stored here. */
    long generation(K key) {
        return ((long) era.get() << Integer.SIZE) | (counters.get(stripe(key)) & 0xffff_ffffL);
    }

    private static int eraOf(long generation) {
        return (int) (generation >>> Integer.SIZE);
    }

    /** Stores what was read in a generation, unless the key was invalidated since or there is a newer fresh copy. */
    void put(K key, ReadResult<V> result, long generation) {
        Duration ttl = result.value().isEmpty() ? times.absenceTtl() : result.stale() ? times.staleTtl() : times.ttl();
        Copy<V> copy = copy(result, generation, ttl);
        // An invalidation removes a copy in a step that waits for this one.
        copies.compute(
                key, (_, old) -> generation == generation(key) && (old == null || !isNewer(old, copy)) ? copy : old);
    }

    /** A copy ends with its value at the latest. */
    private Copy<V> copy(ReadResult<V> result, long generation, Duration ttl) {
        Duration left = Duration.between(clock.instant(), result.loadedAt().plus(times.maxAge()));
        Duration shorter = left.compareTo(ttl) < 0 ? left : ttl;
        return new Copy<>(result, generation, nanoTime.getAsLong() + shorter.toNanos());
    }

    /**
     * Whether the old copy was loaded later and may stay: it is fresh, or the new one is stale. A copy past its TTL never
     * stays over a fresh value, though the shared cache was away and has an older one: its invalidation may be lost.
     */
    private boolean isNewer(Copy<V> old, Copy<V> copy) {
        return eraOf(old.generation) == eraOf(copy.generation)
                && old.result.loadedAt().isAfter(copy.result.loadedAt())
                && (copy.result.stale() || isFresh(old));
    }

    /** The copy marked stale, and good for the stale TTL if it is still the one that is stored. */
    ReadResult<V> serveStale(K key, Copy<V> copy) {
        ReadResult<V> stale = copy.result.asStale();
        // The generation is not compared: it may have ended for another key of the group, and this copy is still
        // stored.
        copies.replace(key, copy, copy(stale, copy.generation, times.staleTtl()));
        return stale;
    }

    /** From here on nothing is served that was read before. */
    void invalidate(K key) {
        counters.incrementAndGet(stripe(key));
        copies.remove(key);
    }

    /** As {@link #invalidate}, of all keys. */
    void invalidateAll() {
        era.incrementAndGet();
        copies.clear();
    }

    private int stripe(K key) {
        int hash = key.hashCode() * 0x9e3779b9;
        return (hash >>> 16) & (STRIPES - 1);
    }
}
