package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.cache.LoadOutcome.Storage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Loads under tickets of the shared cache: of each key, one load at a time runs in the cluster. */
final class TicketedLoads<K, V> {
    private final BoundedCache<K, V> shared;
    private final ShieldedLoader<K, V> loader;
    private final InvalidationBus<K> bus;
    private final CacheMeter meter;

    TicketedLoads(BoundedCache<K, V> shared, ShieldedLoader<K, V> loader, InvalidationBus<K> bus, CacheMeter meter) {
        this.shared = shared;
        this.loader = loader;
        this.bus = bus;
        this.meter = meter;
    }

    /**
     * Acquires the ticket when this node has a free slot, and not before: a ticket does not expire in the queue. Loads for
     * this node alone when the shared cache can't be asked. Fails with {@code Unavailable} when no slot is free in time.
     *
     * @param seen the {@link Cached#version version} that is to be replaced; 0 for none
     */
    CompletionStage<LoadOutcome<V>> load(K key, long seen) {
        return loader.whenFree(() -> Stages.then(
                shared.acquireTicket(key, seen),
                ticket -> use(key, ticket),
                DomainFailure.unlessBug(() -> loadForThisNode(key))));
    }

    /** Rebuilds an entry as {@link ReadThrough#rebuild} says. */
    CompletionStage<Boolean> rebuild(K key, long seen) {
        return loader.ifFree(() -> shared.acquireTicket(key, seen)
                        .thenCompose(ticket -> use(key, ticket))
                        .thenApply(outcome -> isRebuilt(key, outcome)))
                .orElse(CompletableFuture.completedStage(false));
    }

    /** Notifies all nodes when the shared cache has a new entry. */
    private boolean isRebuilt(K key, LoadOutcome<V> outcome) {
        boolean done =
                outcome instanceof LoadOutcome.Done<V>(Loaded<V> _, Storage storage) && storage == Storage.SHARED;
        if (done) {
            meter.count(Event.REBUILT);
            bus.invalidated(key);
        }
        return done;
    }

    private CompletionStage<LoadOutcome<V>> use(K key, LoadTicket<V> ticket) {
        return ticket instanceof LoadTicket.Granted<V>(String granted)
                ? loadAndPut(key, granted)
                : CompletableFuture.completedStage(new LoadOutcome.Left<>(ticket));
    }

    /** Loads without a ticket, when this node has a free slot. */
    CompletionStage<Loaded<V>> loadWithoutTicket(K key) {
        return loader.load(key);
    }

    private CompletionStage<LoadOutcome<V>> loadForThisNode(K key) {
        return loader.call(key).thenApply(loaded -> new LoadOutcome.Done<>(loaded, Storage.NEAR));
    }

    private CompletionStage<LoadOutcome<V>> loadAndPut(K key, String ticket) {
        CompletionStage<Loaded<V>> load = loader.call(key);
        shared.renewDuring(load.toCompletableFuture(), key, ticket);
        return load.whenComplete((_, failure) -> {
                    if (failure != null) {
                        shared.release(key, ticket);
                    }
                })
                .thenCompose(loaded -> put(key, loaded, ticket));
    }

    /** The value is answered whether or not it is stored; only a rejected one may be older than a change. */
    private CompletionStage<LoadOutcome<V>> put(K key, Loaded<V> loaded, String ticket) {
        return shared.put(key, loaded, ticket)
                .thenApply(put -> new LoadOutcome.Done<>(
                        loaded, put.map(outcome -> storage(key, outcome)).orElse(Storage.NEAR)));
    }

    private Storage storage(K key, Cache.Put put) {
        return switch (put) {
            case STORED -> Storage.SHARED;
            case STORED_AWAITED -> {
                bus.loaded(key);
                yield Storage.SHARED;
            }
            case REJECTED -> {
                meter.count(Event.LOAD_REJECTED);
                yield Storage.NONE;
            }
        };
    }
}
