package io.nightmarket.domain.cache;

import io.nightmarket.domain.cache.CacheMeter.Event;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.Deadlines;
import io.nightmarket.domain.concurrent.SingleFlight;
import io.nightmarket.domain.concurrent.Timers;
import io.nightmarket.domain.failure.DomainFailure;
import io.nightmarket.domain.failure.MissedWrites;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The one way of reading what is cached: this node's memory, then the shared cache, then the truth.
 *
 * <ul>
 *   <li>Of all who want a key that is nowhere, one asks the truth, in the whole cluster; the others wait for that, for a
 *       bounded time.
 *   <li>A value past its time is served at once or waited for, as {@link Breakdown} says. One that is about to turn is
 *       rebuilt before, by one reader of many: optimal probabilistic stampede prevention (Vattani, Chierichetti,
 *       Lowenstein, PVLDB 2015).
 *   <li>What cannot exist, by the filter, is not asked for.
 *   <li>When cache or truth are away or slow, the last good value is served, as long as it is not too old.
 * </ul>
 */
public final class ReadThrough<K, V> implements CacheNews.Listener<K> {
    /** So many times its usual distance ahead of its end nobody rebuilds a value: the chance is one of a billion. */
    private static final int FARTHEST = 20;

    private static final Duration POLL = Duration.ofMillis(50);

    /** A waiter looks into the shared cache for the last time so long before its hard time-out. */
    private static final Duration ROUND_TRIP = Duration.ofMillis(50);

    private final Function<K, CompletionStage<Boolean>> filter;
    private final NearCache<K, V> near;
    private final Cache<K, V> shared;
    private final ShieldedLoader<K, V> loader;
    private final CacheRebuilds<K> rebuilds;
    private final CacheNews<K> news;
    private final Policy policy;
    private final CacheMeter meter;
    private final MissedWrites missed;
    private final Timers timers;
    private final Clock clock;
    private final RandomGenerator random;
    private final SingleFlight<K, Reading<V>> reads = new SingleFlight<>();
    private final SingleFlight<K, Reading<V>> fetches = new SingleFlight<>();
    private final Arrivals<K> arrivals;
    private final LoadThrottle<K> throttle;

    /**
     * What a reader bears.
     *
     * @param breakdown what is done with a value past its time
     * @param nearFor so long apart a hot key is read from the shared cache by one node
     * @param shared so long the shared cache is waited for; then it counts as away
     * @param soft so long a reader waits who could be given an older value
     * @param hard so long a reader waits in all, then fails with {@code Unavailable}
     * @param retryInterval between two attempts of this node to replace a stale value, until one succeeds
     */
    public record Policy(
            Breakdown breakdown,
            Duration nearFor,
            Duration shared,
            Duration soft,
            Duration hard,
            Duration retryInterval) {}

    /** What is told to whom. */
    public record Channels<K>(CacheRebuilds<K> rebuilds, CacheNews<K> news, CacheMeter meter, MissedWrites missed) {}

    /** What comes from outside. */
    public record Surroundings(Timers timers, Clock clock, RandomGenerator random) {}

    /** @param filter whether there may be such a thing; it may fail, and is not asked when the shared cache is away */
    public ReadThrough(
            Function<K, CompletionStage<Boolean>> filter,
            NearCache<K, V> near,
            Cache<K, V> shared,
            ShieldedLoader<K, V> loader,
            Channels<K> channels,
            Policy policy,
            Surroundings surroundings) {
        this.filter = filter;
        this.near = near;
        this.shared = shared;
        this.loader = loader;
        this.rebuilds = channels.rebuilds();
        this.news = channels.news();
        this.meter = channels.meter();
        this.missed = channels.missed();
        this.policy = policy;
        this.timers = surroundings.timers();
        this.clock = surroundings.clock();
        this.random = surroundings.random();
        this.arrivals = new Arrivals<>(timers);
        this.throttle = new LoadThrottle<>(policy.retryInterval(), timers::nanoTime);
    }

    /** One reader's way to a key. */
    private record Flight<K>(K key, long ticket, boolean hot, long lastLookAt) {}

    private Flight<K> flight(K key, boolean hot) {
        long untilLastLook = policy.hard().minus(ROUND_TRIP).toNanos();
        return new Flight<>(key, near.ticket(key), hot, timers.nanoTime() + untilLastLook);
    }

    /**
     * The value, or its absence. Fails as the truth does, with {@code Unavailable} when that is overrun or slow; never when
     * there is a value that is not too old.
     */
    public CompletionStage<Reading<V>> read(K key) {
        NearCache.Copy<V> copy = near.find(key);
        if (copy != null && near.isGood(copy)) {
            meter.count(copy.reading().value().isPresent() ? Event.NEAR_HIT : Event.NEAR_ABSENT);
            var _ = countedIfStale(copy.reading());
            return copy.answer();
        }
        boolean hot = near.touch(key);
        return reads.run(key, _ -> refresh(key, hot, copy).thenApply(this::countedIfStale));
    }

    private CompletionStage<Reading<V>> refresh(K key, boolean hot, NearCache.@Nullable Copy<V> copy) {
        CompletionStage<Reading<V>> fetched = fetches.run(key, _ -> fetch(key, hot));
        if (copy == null || !near.isBetterThanNothing(copy)) {
            return Deadlines.within(
                    fetched, policy.hard(), timers, () -> new Unavailable("not read within " + policy.hard()));
        }
        return Deadlines.within(fetched, policy.soft(), timers, () -> new TimedOut("not read within " + policy.soft()))
                // A shared cache that was away has what it had then; this node may have loaded since.
                .thenApply(
                        reading -> reading.stale() && copy.reading().loadedAt().isAfter(reading.loadedAt())
                                ? near.serveStale(key, copy)
                                : reading)
                .exceptionallyCompose(
                        DomainFailure.unlessBug(() -> CompletableFuture.completedStage(near.serveStale(key, copy))));
    }

    /** Here and nowhere before: on its way a reading may be replaced by a later one, or come when its reader has gone. */
    private Reading<V> countedIfStale(Reading<V> reading) {
        if (reading.stale()) {
            meter.count(Event.STALE);
        }
        return reading;
    }

    private CompletionStage<Reading<V>> fetch(K key, boolean hot) {
        Flight<K> flight = flight(key, hot);
        return findShared(key)
                .<CompletionStage<Reading<V>>>handle((cached, failure) -> {
                    if (failure != null) {
                        return DomainFailure.<Reading<V>>unlessBug(() -> {
                                    meter.count(Event.MISS);
                                    return loadAlone(flight, true);
                                })
                                .apply(failure);
                    }
                    count(cached);
                    return serve(flight, cached);
                })
                .thenCompose(stage -> stage);
    }

    /** What a flight met first, whatever it finds later: who waits for another's load has missed, too. */
    private void count(Cached<V> met) {
        switch (met) {
            case Cached.Fresh<V> _ -> meter.count(Event.SHARED_HIT);
            case Cached.KnownAbsent<V> _ -> meter.count(Event.SHARED_ABSENT);
            case Cached.Missing<V> _ -> meter.count(Event.MISS);
            case Cached.Stale<V> _ ->
                meter.count(policy.breakdown() == Breakdown.MUTEX ? Event.MISS : Event.SHARED_HIT);
        }
    }

    private CompletionStage<Cached<V>> findShared(K key) {
        return soon(shared.find(key));
    }

    /** What the shared cache or what lies beside it answers, if it does so soon. */
    private <T> CompletionStage<T> soon(CompletionStage<T> stage) {
        return Deadlines.within(stage, policy.shared(), timers, () -> new TimedOut("the shared cache is slow"));
    }

    private CompletionStage<Reading<V>> serve(Flight<K> flight, Cached<V> cached) {
        return switch (cached) {
            case Cached.Fresh<V>(V value, Cached.Stamp stamp) -> {
                if (turnsSoon(stamp) && throttle.tryBegin(flight.key())) {
                    rebuilds.request(flight.key(), stamp.loadedAt());
                }
                yield kept(flight, reading(Optional.of(value), stamp, false));
            }
            case Cached.KnownAbsent<V>(Cached.Stamp stamp) -> kept(flight, reading(Optional.empty(), stamp, false));
            case Cached.Stale<V>(V value, Cached.Stamp stamp) -> {
                Reading<V> old = reading(Optional.of(value), stamp, true);
                yield throttle.tryBegin(flight.key()) ? replace(flight, stamp, old) : kept(flight, old);
            }
            case Cached.Missing<V> _ ->
                mayExist(flight.key()).thenCompose(may -> may ? loadOnce(flight, 0) : kept(flight, filtered()));
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

    /**
     * Sooner for a value that takes long to load, and for one that this node will not look at again for a while; but a
     * value that is fresh for a short time only is not rebuilt all the time.
     */
    private boolean turnsSoon(Cached.Stamp stamp) {
        long life = stamp.freshUntil() - stamp.loadedAt();
        long ahead = stamp.cost() + Math.min(policy.nearFor().toMillis(), life / 10);
        long left = stamp.freshUntil() - clock.millis();
        return left < FARTHEST * ahead && -Math.log(1 - random.nextDouble()) * ahead >= left;
    }

    private static <V> Reading<V> reading(Optional<V> value, Cached.Stamp stamp, boolean stale) {
        return new Reading<>(value, Instant.ofEpochMilli(stamp.loadedAt()), stale);
    }

    private CompletionStage<Boolean> mayExist(K key) {
        return soon(filter.apply(key)).exceptionallyCompose(DomainFailure.fallBackOn(true));
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

    /** What came of wanting to load: a value, or word of who has it. */
    private sealed interface Attempt<V> {
        record Done<V>(Loaded<V> loaded, Keeper keeper) implements Attempt<V> {}

        record Left<V>(Claim<V> claim) implements Attempt<V> {}

        /** Who may keep what was loaded. */
        enum Keeper {
            /** The shared cache has it. */
            ALL,
            /** The shared cache can't be told. */
            THIS_NODE,
            /** It may be older than a change. */
            NOBODY
        }
    }

    /** Loads if no node does, or waits for the one that does. */
    private CompletionStage<Reading<V>> loadOnce(Flight<K> flight, long seen) {
        return attemptOrFind(flight, seen).thenCompose(attempt -> switch (attempt) {
            case Attempt.Done<V>(Loaded<V> loaded, Attempt.Keeper keeper) ->
                keeper != Attempt.Keeper.NOBODY
                        ? kept(flight, loaded.reading())
                        : CompletableFuture.completedStage(loaded.reading());
            case Attempt.Left<V>(Claim.Found<V>(Cached<V> entry)) -> serve(flight, entry);
            case Attempt.Left<V> _ -> awaitLoad(flight, seen);
        });
    }

    /**
     * Finds what another node has put by the last look when this one's attempt is queued or under way until then, or was
     * rejected before.
     */
    private CompletionStage<Attempt<V>> attemptOrFind(Flight<K> flight, long seen) {
        CompletionStage<Attempt<V>> attempt = attempt(flight.key(), seen);
        Duration left = Duration.ofNanos(Math.max(0, flight.lastLookAt() - timers.nanoTime()));
        return Deadlines.within(attempt, left, timers, () -> new Unavailable("not loaded by the last look"))
                .exceptionallyCompose(failure -> DomainFailure.causeOf(failure) instanceof Unavailable
                        ? findIfNewer(flight.key(), seen)
                                .thenCompose(found -> found.map(entry -> CompletableFuture.<Attempt<V>>completedStage(
                                                new Attempt.Left<>(new Claim.Found<>(entry))))
                                        .orElse(attempt))
                        : CompletableFuture.failedStage(DomainFailure.causeOf(failure)));
    }

    /** What the shared cache has by now; nothing when that is the entry that was seen, or it can't be asked. */
    private CompletionStage<Optional<Cached<V>>> findIfNewer(K key, long seen) {
        return findShared(key)
                .exceptionallyCompose(DomainFailure.<Cached<V>>fallBackOn(new Cached.Missing<>()))
                .thenApply(cached -> Optional.of(cached)
                        .filter(entry -> !(entry instanceof Cached.Missing<V>) && entry.version() != seen));
    }

    /** Waits for another's load and serves what it put; loads when it put nothing and its ticket is gone. */
    private CompletionStage<Reading<V>> awaitLoad(Flight<K> flight, long seen) {
        return another(flight)
                .thenCompose(_ -> findIfNewer(flight.key(), seen))
                .thenCompose(found -> found.map(entry -> serve(flight, entry)).orElseGet(() -> loadOnce(flight, seen)));
    }

    /**
     * Claims the right to load when its turn to ask the truth has come, and not before: a lease does not end in line. When
     * the shared cache can't be asked, the truth is.
     */
    private CompletionStage<Attempt<V>> attempt(K key, long seen) {
        return loader.inTurn(() -> claim(key, seen)
                .<CompletionStage<Attempt<V>>>handle((claim, failure) -> failure == null
                        ? use(key, claim)
                        : DomainFailure.<Attempt<V>>unlessBug(() -> loadForThisNode(key))
                                .apply(failure))
                .thenCompose(stage -> stage));
    }

    /** Fails when the shared cache can't be asked soon. */
    private CompletionStage<Claim<V>> claim(K key, long seen) {
        CompletionStage<Claim<V>> asked = shared.claim(key, seen);
        return soon(asked).whenComplete((_, failure) -> {
            if (failure != null) {
                giveBackLate(key, asked);
            }
        });
    }

    private CompletionStage<Attempt<V>> use(K key, Claim<V> claim) {
        return claim instanceof Claim.Granted<V>(String lease)
                ? load(key, lease)
                : CompletableFuture.completedStage(new Attempt.Left<>(claim));
    }

    private CompletionStage<Attempt<V>> loadForThisNode(K key) {
        return loader.ask(key).thenApply(loaded -> new Attempt.Done<>(loaded, Attempt.Keeper.THIS_NODE));
    }

    /** A lease that comes when nobody waits for it any more would keep others from loading until it ends. */
    private void giveBackLate(K key, CompletionStage<Claim<V>> asked) {
        var _ = asked.thenAccept(claim -> {
            if (claim instanceof Claim.Granted<V>(String lease)) {
                release(key, lease);
            }
        });
    }

    private void release(K key, String lease) {
        var _ = missed.answerAnyway("a cache lease", shared.release(key, lease), true);
    }

    /** Loads under a lease, and keeps what came for all. */
    private CompletionStage<Attempt<V>> load(K key, String lease) {
        return loader.ask(key)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        release(key, lease);
                    }
                })
                .thenCompose(loaded -> put(key, loaded, lease));
    }

    /** The value was found whether or not the cache took it; only what was refused may be older than a change. */
    private CompletionStage<Attempt<V>> put(K key, Loaded<V> loaded, String lease) {
        return soon(Calls.start(() -> shared.put(key, loaded, lease))).handle((put, failure) -> {
            if (failure != null) {
                missed.note("a cache entry", DomainFailure.causeOf(failure));
                release(key, lease);
                return new Attempt.Done<>(loaded, Attempt.Keeper.THIS_NODE);
            }
            switch (put) {
                case KEPT -> {}
                case AWAITED -> news.filled(key);
                case REFUSED -> meter.count(Event.VOIDED);
            }
            return new Attempt.Done<>(loaded, put == Cache.Put.REFUSED ? Attempt.Keeper.NOBODY : Attempt.Keeper.ALL);
        });
    }

    /** Loads for this node alone, when others can't be told. */
    private CompletionStage<Reading<V>> loadAlone(Flight<K> flight, boolean keep) {
        return loader.load(flight.key()).thenApply(loaded -> {
            if (keep || flight.hot()) {
                near.keep(flight.key(), loaded.reading(), flight.ticket());
            }
            return loaded.reading();
        });
    }

    /**
     * Rebuilds an entry before anybody misses it, unless somebody did or does, or the truth is busy: it does not stand in the
     * line of those who have no value, for whoever reads the entry next asks for it again. Fails, and spares the truth, when
     * the shared cache can't be asked: there is nobody to load for.
     *
     * @param seen the {@link Cached#version version} that is to be replaced
     * @return whether this call did it
     */
    public CompletionStage<Boolean> rebuild(K key, long seen) {
        return loader.ifFree(() ->
                        claim(key, seen).thenCompose(claim -> use(key, claim)).thenApply(attempt -> told(key, attempt)))
                .orElse(CompletableFuture.completedStage(false));
    }

    /** Tells everybody when the shared cache has a new entry. */
    private boolean told(K key, Attempt<V> attempt) {
        boolean done =
                attempt instanceof Attempt.Done<V>(Loaded<V> _, Attempt.Keeper keeper) && keeper == Attempt.Keeper.ALL;
        if (done) {
            meter.count(Event.REBUILT);
            news.changed(key);
        }
        return done;
    }

    /**
     * Loads the key whatever is known of it, and has all read that from then on, or this node alone when the shared cache
     * can't be told. Nothing of what it answers was read before this was called. When it fails nothing has changed.
     */
    public CompletionStage<Reading<V>> renew(K key) {
        Flight<K> flight = flight(key, false);
        return Deadlines.within(
                renew(flight), policy.hard(), timers, () -> new Unavailable("not loaded within " + policy.hard()));
    }

    /** What others load may have been read before; so their load is waited for, and then the key is loaded once more. */
    private CompletionStage<Reading<V>> renew(Flight<K> flight) {
        K key = flight.key();
        return findShared(key)
                .thenApply(Cached::version)
                .exceptionallyCompose(DomainFailure.fallBackOn(0L))
                .thenCompose(version -> attempt(key, version))
                .thenCompose(attempt -> {
                    if (attempt instanceof Attempt.Done<V>(Loaded<V> loaded, Attempt.Keeper keeper)) {
                        switch (keeper) {
                            case ALL -> news.changed(key);
                            case THIS_NODE -> near.keep(key, loaded.reading(), flight.ticket());
                            case NOBODY -> {}
                        }
                        return CompletableFuture.completedStage(loaded.reading());
                    }
                    return another(flight).thenCompose(_ -> renew(flight));
                });
    }

    /** Another's load of the key is done, or it is time to look; fails with {@code Unavailable} after the last look. */
    private CompletionStage<?> another(Flight<K> flight) {
        long left = flight.lastLookAt() - timers.nanoTime();
        if (left <= 0) {
            return CompletableFuture.failedStage(new Unavailable("another's load takes long"));
        }
        Duration poll = POLL.plusMillis(random.nextLong(POLL.toMillis() / 2));
        return arrivals.await(flight.key(), poll.toNanos() < left ? poll : Duration.ofNanos(left));
    }

    /** There is word that the key was changed: what was read before is served no more. */
    @Override
    public void forget(K key) {
        meter.count(Event.FORGOTTEN);
        near.forget(key);
        fetches.forget(key);
        reads.forget(key);
        throttle.forget(key);
        arrivals.tell(key);
    }

    @Override
    public void forgetAll() {
        meter.count(Event.CLEARED);
        near.forgetAll();
        fetches.forgetAll();
        reads.forgetAll();
        throttle.forgetAll();
    }

    @Override
    public void filled(K key) {
        arrivals.tell(key);
    }
}
