package io.nightmarket.domain.cache;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What operators see of the caches of this node, and clear on all nodes. */
public final class ManageCaches {
    private final List<? extends Managed> caches;

    public ManageCaches(List<? extends Managed> caches) {
        this.caches = List.copyOf(caches);
    }

    /** One cache, as operators see it. */
    public interface Managed {
        String name();

        Status status();

        /** Whether this is a key of the cache. */
        boolean isKey(String key);

        /**
         * Invalidates one key in the store and on all nodes. Fails when the store can't be asked; the nodes drop their
         * copies anyway. Repeating it is harmless.
         */
        CompletionStage<Void> clear(String key);

        /** As {@link #clear(String)}, of all keys. */
        CompletionStage<Void> clear();
    }

    /**
     * One cache, by the counts of this node since it started.
     *
     * @param nearSize copies in this node's memory, of {@code nearCapacity} at most; by weight where copies have one
     * @param breaker before the store; empty when the store needs none
     */
    public record Status(
            String name,
            RefreshStrategy strategy,
            Reads reads,
            Loads loads,
            long nearSize,
            long nearCapacity,
            Optional<BreakerState> breaker) {}

    /** Where reads were answered from; reads that shared a load count once. */
    public record Reads(long near, long shared, long missed) {
        /**
         * The share of reads that did not wait for the source, answers with a stale value included; empty before the
         * first.
         */
        public OptionalDouble hitRate() {
            long all = near + shared + missed;
            return all == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) (near + shared) / all);
        }
    }

    /** Calls of the source. */
    public record Loads(long found, long failed) {}

    /** The outcome of clearing. */
    public enum Outcome {
        CLEARED,
        NO_SUCH_CACHE,
        /** The cache has no such keys. */
        NO_KEY
    }

    /** Every cache, in the order of their making. */
    public List<Status> list() {
        return caches.stream().map(Managed::status).toList();
    }

    /** Clears a cache, or one key of it. Fails when the store can't be asked; repeating it is harmless. */
    public CompletionStage<Outcome> clear(String name, Optional<String> key) {
        for (Managed cache : caches) {
            if (cache.name().equals(name)) {
                return clear(cache, key);
            }
        }
        return CompletableFuture.completedStage(Outcome.NO_SUCH_CACHE);
    }

    private static CompletionStage<Outcome> clear(Managed cache, Optional<String> key) {
        if (key.isPresent() && !cache.isKey(key.get())) {
            return CompletableFuture.completedStage(Outcome.NO_KEY);
        }
        return key.map(cache::clear).orElseGet(cache::clear).thenApply(_ -> Outcome.CLEARED);
    }
}
