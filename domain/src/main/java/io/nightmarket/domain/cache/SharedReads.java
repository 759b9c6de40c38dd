package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.cache.LoadOutcome.Storage;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads past this node's memory: from the shared cache, or by a load of this node or another. Each is one read. */
final class SharedReads<K, V> {
    private final NearCache<K, V> near;
    private final BoundedCache<K, V> shared;
    private final TicketedLoads<K, V> loads;
    private final LoadNotifications<K> notifications;
    private final LoadThrottle<K> throttle;
    private final CacheRebuilds<K> rebuilds;
    private final InvalidationBus<K> bus;
    private final CacheMeter meter;
    private final ReadThrough.Policy policy;
    private final Timers timers;
    private final Clock clock;

    SharedReads(
            NearCache<K, V> near,
            BoundedCache<K, V> shared,
            TicketedLoads<K, V> loads,
            LoadNotifications<K> notifications,
            LoadThrottle<K> throttle,
            ReadThrough.Outputs<K> outputs,
            ReadThrough.Policy policy,
            ReadThrough.Environment environment) {
        this.near = near;
        this.shared = shared;
        this.loads = loads;
        this.notifications = notifications;
        this.throttle = throttle;
        this.rebuilds = outputs.rebuilds();
        this.bus = outputs.bus();
        this.meter = outputs.meter();
        this.policy = policy;
        this.timers = environment.timers();
        this.clock = environment.clock();
    }

    CompletionStage<ReadResult<V>> fetch(ReadContext<K> read) {
        return Stages.then(
                shared.find(read.key()),
                cached -> {
                    count(cached);
                    return serve(read, cached);
                },
                DomainFailure.unlessBug(() -> loadWithoutCache(read)));
    }

    /** The shared cache can't be asked, so every result is kept near: nothing else shields the source. */
    private CompletionStage<ReadResult<V>> loadWithoutCache(ReadContext<K> read) {
        meter.count(Event.MISS);
        return loads.loadWithoutTicket(read.key()).thenApply(loaded -> {
            near.put(read.key(), loaded.result(), read.generation());
            return loaded.result();
        });
    }

    /** Counts the first entry found, whatever is found later: a read that waits for another node's load is a miss, too. */
    private void count(Cached<V> found) {
        meter.count(
                switch (found) {
                    case Cached.Fresh<V> _ -> Event.SHARED_HIT;
                    case Cached.KnownAbsent<V> _ -> Event.SHARED_ABSENT;
                    case Cached.Missing<V> _ -> Event.MISS;
                    case Cached.Stale<V> _ ->
                        policy.strategy() == RefreshStrategy.MUTEX ? Event.MISS : Event.SHARED_HIT;
                });
    }

    private CompletionStage<ReadResult<V>> serve(ReadContext<K> read, Cached<V> cached) {
        return switch (cached) {
            case Cached.Fresh<V>(V value, Cached.Stamp stamp) ->
                keepNear(read, result(Optional.of(value), stamp, false));
            case Cached.KnownAbsent<V>(Cached.Stamp stamp) -> keepNear(read, result(Optional.empty(), stamp, false));
            case Cached.Stale<V>(V value, Cached.Stamp stamp) -> {
                ReadResult<V> old = result(Optional.of(value), stamp, true);
                yield throttle.tryBegin(read.key()) ? replace(read, stamp, old) : keepNear(read, old);
            }
            case Cached.Missing<V> _ ->
                shared.mayExist(read.key()).thenCompose(may -> may ? loadOnce(read, 0) : keepNear(read, filtered()));
        };
    }

    /** Has a stale value replaced as the strategy says; the old one is the answer unless a newer one comes soon. */
    private CompletionStage<ReadResult<V>> replace(ReadContext<K> read, Cached.Stamp stamp, ReadResult<V> old) {
        if (policy.strategy() == RefreshStrategy.LOGICAL_EXPIRY) {
            rebuilds.request(read.key(), stamp.loadedAt());
            return keepNear(read, old);
        }
        CompletionStage<ReadResult<V>> newer = loadOnce(read, stamp.loadedAt()).thenApply(result -> {
            throttle.reset(read.key());
            return result;
        });
        return Deadlines.within(
                        newer,
                        policy.softTimeout(),
                        timers,
                        () -> new TimedOut("not loaded within " + policy.softTimeout()))
                .exceptionallyCompose(DomainFailure.unlessBug(() -> keepNear(read, old)));
    }

    private static <V> ReadResult<V> result(Optional<V> value, Cached.Stamp stamp, boolean stale) {
        return new ReadResult<>(value, Instant.ofEpochMilli(stamp.loadedAt()), stale);
    }

    private ReadResult<V> filtered() {
        meter.count(Event.FILTERED);
        return new ReadResult<>(Optional.empty(), clock.instant(), false);
    }

    private CompletionStage<ReadResult<V>> keepNear(ReadContext<K> read, ReadResult<V> result) {
        if (read.hot()) {
            near.put(read.key(), result, read.generation());
        }
        return CompletableFuture.completedStage(result);
    }

    /** Loads, or waits for the node that does. */
    private CompletionStage<ReadResult<V>> loadOnce(ReadContext<K> read, long seen) {
        return loadOrFind(read, seen).thenCompose(outcome -> switch (outcome) {
            case LoadOutcome.Done<V>(Loaded<V> loaded, Storage storage) ->
                storage != Storage.NONE
                        ? keepNear(read, loaded.result())
                        : CompletableFuture.completedStage(loaded.result());
            case LoadOutcome.Left<V>(LoadTicket.Found<V>(Cached<V> entry)) -> serve(read, entry);
            case LoadOutcome.Left<V> _ -> awaitLoad(read, seen);
        });
    }

    /**
     * A load that is rejected, or is queued or running at the last poll, ends with the entry that another node stored by then.
     */
    private CompletionStage<LoadOutcome<V>> loadOrFind(ReadContext<K> read, long seen) {
        CompletionStage<LoadOutcome<V>> load = loads.load(read.key(), seen);
        Duration left = Duration.ofNanos(Math.max(0, read.lastPollAt() - timers.nanoTime()));
        return Deadlines.within(load, left, timers, () -> new Unavailable("not loaded by the last poll"))
                .exceptionallyCompose(failure -> DomainFailure.causeOf(failure) instanceof Unavailable
                        ? shared.findOtherThan(read.key(), seen)
                                .thenCompose(found ->
                                        found.map(SharedReads::foundInstead).orElse(load))
                        : CompletableFuture.failedStage(DomainFailure.causeOf(failure)));
    }

    private static <V> CompletionStage<LoadOutcome<V>> foundInstead(Cached<V> entry) {
        return CompletableFuture.completedStage(new LoadOutcome.Left<>(new LoadTicket.Found<>(entry)));
    }

    /** Waits for another node's load and serves its entry; loads when there is none and the ticket is gone. */
    private CompletionStage<ReadResult<V>> awaitLoad(ReadContext<K> read, long seen) {
        return notifications
                .await(read)
                .thenCompose(_ -> shared.findOtherThan(read.key(), seen))
                .thenCompose(found -> found.map(entry -> serve(read, entry)).orElseGet(() -> loadOnce(read, seen)));
    }

    /**
     * Another node's load may have read before this call, so it is waited for, and then the key is loaded once more.
     */
    CompletionStage<ReadResult<V>> renew(ReadContext<K> read) {
        return shared.find(read.key())
                .thenApply(Cached::version)
                .exceptionallyCompose(DomainFailure.fallBackOn(0L))
                .thenCompose(version -> loads.load(read.key(), version))
                .thenCompose(outcome -> switch (outcome) {
                    case LoadOutcome.Done<V>(Loaded<V> loaded, Storage storage) -> renewed(read, loaded, storage);
                    case LoadOutcome.Left<V> _ -> notifications.await(read).thenCompose(_ -> renew(read));
                });
    }

    private CompletionStage<ReadResult<V>> renewed(ReadContext<K> read, Loaded<V> loaded, Storage storage) {
        switch (storage) {
            case SHARED -> bus.invalidated(read.key());
            case NEAR -> near.put(read.key(), loaded.result(), read.generation());
            case NONE -> {}
        }
        return CompletableFuture.completedStage(loaded.result());
    }
}
