package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Deadlines;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.CacheMeter.Event;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The read path of every cache: this node's memory ({@link NearCache}), then the shared cache, then a load ({@link
 * SharedReads}).
 *
 * <ul>
 *   <li>One load runs in the whole cluster for a key that is nowhere ({@link TicketedLoads}); other readers wait for
 *       it, for a bounded time.
 *   <li>A stale value is served at once or waited for, as {@link RefreshStrategy} says.
 *   <li>What cannot exist, by the filter, is not loaded.
 *   <li>When cache or source are unavailable or slow, the last good value is served, unless it is too old.
 * </ul>
 */
public final class ReadThrough<K, V> implements InvalidationBus.Listener<K> {
    /** A waiter polls the shared cache for the last time this long before its hard timeout. */
    private static final Duration ROUND_TRIP = Duration.ofMillis(50);

    private final NearCache<K, V> near;
    private final TicketedLoads<K, V> loads;
    private final SharedReads<K, V> shared;
    private final LoadNotifications<K> notifications;
    private final LoadThrottle<K> throttle;
    private final CacheMeter meter;
    private final Policy policy;
    private final Timers timers;
    private final SingleFlight<K, ReadResult<V>> reads = new SingleFlight<>();
    private final SingleFlight<K, ReadResult<V>> fetches = new SingleFlight<>();

    /**
     * Strategy and timeouts of a read, each measured from its start.
     *
     * @param strategy what is done with stale values
     * @param callTimeout the timeout of a call to the shared cache; after it the cache counts as unavailable
     * @param softTimeout the timeout of a reader that can be served an older value
     * @param hardTimeout the timeout of any reader; then it fails with {@code Unavailable}
     * @param retryInterval between two attempts of this node to replace a stale value, until one succeeds
     */
    public record Policy(
            RefreshStrategy strategy,
            Duration callTimeout,
            Duration softTimeout,
            Duration hardTimeout,
            Duration retryInterval) {}

    /** Where a reader sends rebuild requests, messages and counts. */
    public record Outputs<K>(
            CacheRebuilds<K> rebuilds, InvalidationBus<K> bus, CacheMeter meter, MissedWrites missed) {}

    /** Time and randomness. */
    public record Environment(Timers timers, Clock clock, RandomGenerator random) {}

    /** @param filter whether the key may exist; it may fail, and is not asked when the shared cache is unavailable */
    public ReadThrough(
            Function<K, CompletionStage<Boolean>> filter,
            NearCache<K, V> near,
            Cache<K, V> shared,
            ShieldedLoader<K, V> loader,
            Outputs<K> outputs,
            Policy policy,
            Environment environment) {
        this.near = near;
        this.meter = outputs.meter();
        this.policy = policy;
        this.timers = environment.timers();
        this.notifications = new LoadNotifications<>(timers, environment.random());
        this.throttle = new LoadThrottle<>(policy.retryInterval(), timers::nanoTime);
        BoundedCache<K, V> bounded = new BoundedCache<>(shared, filter, policy.callTimeout(), timers, outputs.missed());
        this.loads = new TicketedLoads<>(bounded, loader, outputs.bus(), meter);
        this.shared = new SharedReads<>(near, bounded, loads, notifications, throttle, outputs, policy, environment);
    }

    private ReadContext<K> context(K key, boolean hot) {
        long untilLastPoll = policy.hardTimeout().minus(ROUND_TRIP).toNanos();
        return new ReadContext<>(key, near.generation(key), hot, timers.nanoTime() + untilLastPoll);
    }

    /**
     * The value, or its absence. Fails as the source does, with {@code Unavailable} when that is overloaded or slow; never
     * when there is a value that is not too old.
     */
    public CompletionStage<ReadResult<V>> read(K key) {
        NearCache.Copy<V> copy = near.find(key);
        if (copy != null && near.isFresh(copy)) {
            meter.count(copy.result().value().isPresent() ? Event.NEAR_HIT : Event.NEAR_ABSENT);
            var _ = countedIfStale(copy.result());
            return copy.answer();
        }
        boolean hot = near.touch(key);
        return reads.run(key, _ -> refresh(key, hot, copy).thenApply(this::countedIfStale));
    }

    private CompletionStage<ReadResult<V>> refresh(K key, boolean hot, NearCache.@Nullable Copy<V> copy) {
        CompletionStage<ReadResult<V>> fetched = fetches.run(key, _ -> shared.fetch(context(key, hot)));
        if (copy == null || !near.isServableStale(copy)) {
            return Deadlines.within(
                    fetched,
                    policy.hardTimeout(),
                    timers,
                    () -> new Unavailable("not read within " + policy.hardTimeout()));
        }
        return Deadlines.within(
                        fetched,
                        policy.softTimeout(),
                        timers,
                        () -> new TimedOut("not read within " + policy.softTimeout()))
                // A shared cache that was away has what it had then; this node may have loaded since.
                .thenApply(result -> result.stale() && copy.result().loadedAt().isAfter(result.loadedAt())
                        ? near.serveStale(key, copy)
                        : result)
                .exceptionallyCompose(
                        DomainFailure.unlessBug(() -> CompletableFuture.completedStage(near.serveStale(key, copy))));
    }

    /** Counted once, when served: on its way a result may be replaced by a later one, or come when its reader has gone. */
    private ReadResult<V> countedIfStale(ReadResult<V> result) {
        if (result.stale()) {
            meter.count(Event.STALE);
        }
        return result;
    }

    /**
     * Rebuilds an entry, unless it was replaced by now, another node loads it, or no slot is free: it is not queued, for
     * the next reader of the entry requests it again. Fails, and does not call the source, when the shared cache can't be
     * asked: no other node is waiting.
     *
     * @param seen the {@link Cached#version version} that is to be replaced
     * @return whether this call did it
     */
    public CompletionStage<Boolean> rebuild(K key, long seen) {
        return loads.rebuild(key, seen);
    }

    /**
     * Loads the key whatever is cached, for all nodes, or for this node alone when the shared cache is unavailable. What it
     * answers was read after this call. When it fails nothing has changed.
     */
    public CompletionStage<ReadResult<V>> renew(K key) {
        return Deadlines.within(
                shared.renew(context(key, false)),
                policy.hardTimeout(),
                timers,
                () -> new Unavailable("not loaded within " + policy.hardTimeout()));
    }

    /** What was read before is served no more. */
    @Override
    public void onInvalidated(K key) {
        meter.count(Event.INVALIDATED);
        near.invalidate(key);
        fetches.forget(key);
        reads.forget(key);
        throttle.reset(key);
        notifications.wake(key);
    }

    @Override
    public void onAllInvalidated() {
        meter.count(Event.CLEARED);
        near.invalidateAll();
        fetches.forgetAll();
        reads.forgetAll();
        throttle.resetAll();
    }

    @Override
    public void onLoaded(K key) {
        notifications.wake(key);
    }
}
