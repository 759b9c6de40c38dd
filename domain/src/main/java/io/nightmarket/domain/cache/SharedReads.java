package io.nightmarket.domain.cache;

import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.Stages;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads past this node's memory: from the shared cache, or by a load of this node or another. Each is one flight. */
final class SharedReads<K, V> {
    private final NearCache<K, V> near;
    private final BoundedCache<K, V> shared;
    private final LeasedLoads<K, V> loads;
    private final Arrivals<K> arrivals;
    private final LoadThrottle<K> throttle;
    private final EarlyRebuilds<K> early;
    private final CacheRebuilds<K> rebuilds;
    private final CacheNews<K> news;
    private final CacheMeter meter;
    private final ReadThrough.Policy policy;
    private final Timers timers;
    private final Clock clock;

    SharedReads(
            NearCache<K, V> near,
            BoundedCache<K, V> shared,
            LeasedLoads<K, V> loads,
            Arrivals<K> arrivals,
            LoadThrottle<K> throttle,
            ReadThrough.Channels<K> channels,
            ReadThrough.Policy policy,
            ReadThrough.Surroundings surroundings) {
        this.near = near;
        this.shared = shared;
        this.loads = loads;
        this.arrivals = arrivals;
        this.throttle = throttle;
        this.early = new EarlyRebuilds<>(
                channels.rebuilds(), throttle, policy.nearFor(), surroundings.clock(), surroundings.random());
        this.rebuilds = channels.rebuilds();
        this.news = channels.news();
        this.meter = channels.meter();
        this.policy = policy;
        this.timers = surroundings.timers();
        this.clock = surroundings.clock();
    }

    CompletionStage<Reading<V>> fetch(Flight<K> flight) {
        return Stages.then(
                shared.find(flight.key()),
                cached -> {
                    count(cached);
                    return serve(flight, cached);
                },
                DomainFailure.unlessBug(() -> loadAlone(flight)));
    }

    /** The shared cache can't be asked, so all flights keep what they load: nothing else shields the source. */
    private CompletionStage<Reading<V>> loadAlone(Flight<K> flight) {
        meter.count(Event.MISS);
        return loads.loadAlone(flight.key()).thenApply(loaded -> {
            near.keep(flight.key(), loaded.reading(), flight.ticket());
            return loaded.reading();
        });
    }

    /** Counts what a flight met first, whatever it finds later: one that waits for another's load has missed, too. */
    private void count(Cached<V> met) {
        meter.count(
                switch (met) {
                    case Cached.Fresh<V> _ -> Event.SHARED_HIT;
                    case Cached.KnownAbsent<V> _ -> Event.SHARED_ABSENT;
                    case Cached.Missing<V> _ -> Event.MISS;
                    case Cached.Stale<V> _ -> policy.breakdown() == Breakdown.MUTEX ? Event.MISS : Event.SHARED_HIT;
                });
    }

    private CompletionStage<Reading<V>> serve(Flight<K> flight, Cached<V> cached) {
        return switch (cached) {
            case Cached.Fresh<V>(V value, Cached.Stamp stamp) -> {
                early.onRead(flight.key(), stamp);
                yield kept(flight, reading(Optional.of(value), stamp, false));
            }
            case Cached.KnownAbsent<V>(Cached.Stamp stamp) -> kept(flight, reading(Optional.empty(), stamp, false));
            case Cached.Stale<V>(V value, Cached.Stamp stamp) -> {
                Reading<V> old = reading(Optional.of(value), stamp, true);
                yield throttle.tryBegin(flight.key()) ? replace(flight, stamp, old) : kept(flight, old);
            }
            case Cached.Missing<V> _ ->
                shared.mayExist(flight.key()).thenCompose(may -> may ? loadOnce(flight, 0) : kept(flight, filtered()));
        };
    }

    /** Has a stale value replaced as the strategy says; the old one is the answer unless a newer one comes soon. */
    private CompletionStage<Reading<V>> replace(Flight<K> flight, Cached.Stamp stamp, Reading<V> old) {
        if (policy.breakdown() == Breakdown.LOGICAL_EXPIRY) {
            rebuilds.request(flight.key(), stamp.loadedAt());
            return kept(flight, old);
        }
        CompletionStage<Reading<V>> newer = loadOnce(flight, stamp.loadedAt()).thenApply(reading -> {
            throttle.forget(flight.key());
            return reading;
        });
        return Deadlines.within(newer, policy.soft(), timers, () -> new TimedOut("not loaded within " + policy.soft()))
                .exceptionallyCompose(DomainFailure.unlessBug(() -> kept(flight, old)));
    }

    private static <V> Reading<V> reading(Optional<V> value, Cached.Stamp stamp, boolean stale) {
        return new Reading<>(value, Instant.ofEpochMilli(stamp.loadedAt()), stale);
    }

    private Reading<V> filtered() {
        meter.count(Event.FILTERED);
        return new Reading<>(Optional.empty(), clock.instant(), false);
    }

    private CompletionStage<Reading<V>> kept(Flight<K> flight, Reading<V> reading) {
        if (flight.hot()) {
            near.keep(flight.key(), reading, flight.ticket());
        }
        return CompletableFuture.completedStage(reading);
    }

    /** Loads if no node does, or waits for the one that does. */
    private CompletionStage<Reading<V>> loadOnce(Flight<K> flight, long seen) {
        return loadOrFind(flight, seen).thenCompose(attempt -> switch (attempt) {
            case Attempt.Done<V>(Loaded<V> loaded, Attempt.Keeper keeper) ->
                keeper != Attempt.Keeper.NONE
                        ? kept(flight, loaded.reading())
                        : CompletableFuture.completedStage(loaded.reading());
            case Attempt.Left<V>(Claim.Found<V>(Cached<V> entry)) -> serve(flight, entry);
            case Attempt.Left<V> _ -> awaitLoad(flight, seen);
        });
    }

    /**
     * An attempt that is rejected, or is queued or under way at the last look, finds what another node has put by then.
     */
    private CompletionStage<Attempt<V>> loadOrFind(Flight<K> flight, long seen) {
        CompletionStage<Attempt<V>> attempt = loads.attempt(flight.key(), seen);
        Duration left = Duration.ofNanos(Math.max(0, flight.lastLookAt() - timers.nanoTime()));
        return Deadlines.within(attempt, left, timers, () -> new Unavailable("not loaded by the last look"))
                .exceptionallyCompose(failure -> DomainFailure.causeOf(failure) instanceof Unavailable
                        ? shared.findOtherThan(flight.key(), seen)
                                .thenCompose(found ->
                                        found.map(SharedReads::foundInstead).orElse(attempt))
                        : CompletableFuture.failedStage(DomainFailure.causeOf(failure)));
    }

    private static <V> CompletionStage<Attempt<V>> foundInstead(Cached<V> entry) {
        return CompletableFuture.completedStage(new Attempt.Left<>(new Claim.Found<>(entry)));
    }

    /** Waits for another's load and serves what it put; loads when it put nothing and its lease is gone. */
    private CompletionStage<Reading<V>> awaitLoad(Flight<K> flight, long seen) {
        return arrivals.await(flight)
                .thenCompose(_ -> shared.findOtherThan(flight.key(), seen))
                .thenCompose(found -> found.map(entry -> serve(flight, entry)).orElseGet(() -> loadOnce(flight, seen)));
    }

    /**
     * What others load may have been read before; so their load is waited for, and then the key is loaded once more.
     */
    CompletionStage<Reading<V>> renew(Flight<K> flight) {
        return shared.find(flight.key())
                .thenApply(Cached::version)
                .exceptionallyCompose(DomainFailure.fallBackOn(0L))
                .thenCompose(version -> loads.attempt(flight.key(), version))
                .thenCompose(attempt -> switch (attempt) {
                    case Attempt.Done<V>(Loaded<V> loaded, Attempt.Keeper keeper) -> renewed(flight, loaded, keeper);
                    case Attempt.Left<V> _ -> arrivals.await(flight).thenCompose(_ -> renew(flight));
                });
    }

    private CompletionStage<Reading<V>> renewed(Flight<K> flight, Loaded<V> loaded, Attempt.Keeper keeper) {
        switch (keeper) {
            case ALL -> news.changed(flight.key());
            case THIS_NODE -> near.keep(flight.key(), loaded.reading(), flight.ticket());
            case NONE -> {}
        }
        return CompletableFuture.completedStage(loaded.reading());
    }
}
