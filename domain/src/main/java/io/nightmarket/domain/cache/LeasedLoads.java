package io.nightmarket.domain.cache;

import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.concurrent.Stages;
import io.nightmarket.domain.failure.DomainFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Loads under leases of the shared cache: of each key one at a time is under way in the cluster. */
final class LeasedLoads<K, V> {
    private final BoundedCache<K, V> shared;
    private final ShieldedLoader<K, V> loader;
    private final CacheNews<K> news;
    private final CacheMeter meter;

    LeasedLoads(BoundedCache<K, V> shared, ShieldedLoader<K, V> loader, CacheNews<K> news, CacheMeter meter) {
        this.shared = shared;
        this.loader = loader;
        this.news = news;
        this.meter = meter;
    }

    /**
     * Claims the lease when this node has a free slot, and not before: a lease does not end in the queue. Loads for
     * this node when the shared cache can't be asked. Fails with {@code Unavailable} when no slot is free in time.
     *
     * @param seen the {@link Cached#version version} that is to be replaced; 0 for none
     */
    CompletionStage<Attempt<V>> attempt(K key, long seen) {
        return loader.inTurn(() -> Stages.then(
                shared.claim(key, seen),
                claim -> use(key, claim),
                DomainFailure.unlessBug(() -> loadForThisNode(key))));
    }

    /** Rebuilds an entry as {@link ReadThrough#rebuild} says. */
    CompletionStage<Boolean> rebuild(K key, long seen) {
        return loader.ifFree(() -> shared.claim(key, seen)
                        .thenCompose(claim -> use(key, claim))
                        .thenApply(attempt -> isRebuilt(key, attempt)))
                .orElse(CompletableFuture.completedStage(false));
    }

    /** Notifies all nodes when the shared cache has a new entry. */
    private boolean isRebuilt(K key, Attempt<V> attempt) {
        boolean done =
                attempt instanceof Attempt.Done<V>(Loaded<V> _, Attempt.Keeper keeper) && keeper == Attempt.Keeper.ALL;
        if (done) {
            meter.count(Event.REBUILT);
            news.changed(key);
        }
        return done;
    }

    private CompletionStage<Attempt<V>> use(K key, Claim<V> claim) {
        return claim instanceof Claim.Granted<V>(String lease)
                ? load(key, lease)
                : CompletableFuture.completedStage(new Attempt.Left<>(claim));
    }

    /** Loads without a lease, when this node has a free slot. */
    CompletionStage<Loaded<V>> loadAlone(K key) {
        return loader.load(key);
    }

    private CompletionStage<Attempt<V>> loadForThisNode(K key) {
        return loader.ask(key).thenApply(loaded -> new Attempt.Done<>(loaded, Attempt.Keeper.THIS_NODE));
    }

    private CompletionStage<Attempt<V>> load(K key, String lease) {
        return loader.ask(key)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        shared.release(key, lease);
                    }
                })
                .thenCompose(loaded -> put(key, loaded, lease));
    }

    /** The value was found whether or not the cache took it; only what was refused may be older than a change. */
    private CompletionStage<Attempt<V>> put(K key, Loaded<V> loaded, String lease) {
        return shared.put(key, loaded, lease)
                .thenApply(put -> new Attempt.Done<>(
                        loaded, put.map(outcome -> keeper(key, outcome)).orElse(Attempt.Keeper.THIS_NODE)));
    }

    private Attempt.Keeper keeper(K key, Cache.Put put) {
        return switch (put) {
            case KEPT -> Attempt.Keeper.ALL;
            case AWAITED -> {
                news.filled(key);
                yield Attempt.Keeper.ALL;
            }
            case REFUSED -> {
                meter.count(Event.VOIDED);
                yield Attempt.Keeper.NONE;
            }
        };
    }
}
