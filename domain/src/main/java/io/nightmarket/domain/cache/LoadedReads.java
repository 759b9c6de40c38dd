package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Stages;
import io.nightmarket.domain.base.Timers;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Reads loaded sets: one that is not there is loaded by one reader, however many ask, and the others wait and read again. */
public final class LoadedReads<K, C> {
    /** Waits for a load of another reader where the database can answer at once: 25 to 50 ms. */
    public static final int SHORT_WAIT = 1;

    /** Waits where it can't answer all who ask: a second or so. */
    public static final int LONG_WAIT = 7;

    /** The second is for a load that a change overtook. */
    private static final int MAX_LOADS = 2;

    private static final Duration MAX_PAUSE = Duration.ofMillis(200);

    private enum Outcome {
        STORED,
        /** A change came meanwhile. */
        OVERTAKEN,
        /** Another reader loads it, or loaded it since it was read. */
        BUSY,
        /** It has no set, or the sets are away. */
        NOT_STORED
    }

    private final LoadedSets<K, C> sets;
    private final Function<K, CompletionStage<Optional<C>>> source;
    private final int maxWaits;
    private final MissedWrites missed;
    private final Timers timers;
    private final Backoff backoff;
    private final SingleFlight<K, Outcome> loads = new SingleFlight<>();

    /**
     * @param source reads the database; empty for what is kept in no set
     * @param maxWaits how often a reader waits for the load of another
     * @param random jitters pauses
     */
    public LoadedReads(
            LoadedSets<K, C> sets,
            Function<K, CompletionStage<Optional<C>>> source,
            int maxWaits,
            MissedWrites missed,
            Timers timers,
            RandomGenerator random) {
        this.sets = sets;
        this.source = source;
        this.maxWaits = maxWaits;
        this.missed = missed;
        this.timers = timers;
        this.backoff = new Backoff(random, MAX_PAUSE);
    }

    /** What the read answers of one set; empty when it is not loaded after all: then the database has to be asked. */
    public <R> CompletionStage<Optional<R>> read(K key, Supplier<CompletionStage<Optional<R>>> read) {
        return read(read, found -> found.isPresent() ? List.of() : List.of(key));
    }

    /**
     * What the read answers of several sets. Fails when the read or the source does.
     *
     * @param missing those that an answer misses, since they are not loaded; the last answer may still miss some
     */
    public <R> CompletionStage<R> read(
            Supplier<CompletionStage<R>> read, Function<R, ? extends Collection<K>> missing) {
        return read(read, missing, 0, 0);
    }

    private <R> CompletionStage<R> read(
            Supplier<CompletionStage<R>> read, Function<R, ? extends Collection<K>> missing, int waited, int loaded) {
        return read.get().thenCompose(found -> {
            Collection<K> keys = missing.apply(found);
            return keys.isEmpty() || loaded == MAX_LOADS
                    ? CompletableFuture.completedStage(found)
                    : loadAll(keys).thenCompose(outcomes -> {
                        boolean isBusy = outcomes.contains(Outcome.BUSY);
                        return outcomes.contains(Outcome.NOT_STORED) || (isBusy && waited == maxWaits)
                                ? CompletableFuture.completedStage(found)
                                : pause(outcomes, waited + loaded)
                                        .thenCompose(_ -> isBusy
                                                ? read(read, missing, waited + 1, loaded)
                                                : read(read, missing, waited, loaded + 1));
                    });
        });
    }

    /** Concurrent readers of a set share its load. */
    private CompletionStage<List<Outcome>> loadAll(Collection<K> keys) {
        return Stages.list(
                keys.stream().distinct().map(key -> loads.run(key, this::load)).toList());
    }

    private CompletionStage<Void> pause(List<Outcome> outcomes, int before) {
        return outcomes.contains(Outcome.BUSY) || outcomes.contains(Outcome.OVERTAKEN)
                ? timers.pause(backoff.after(1 + before))
                : CompletableFuture.completedStage(null);
    }

    private CompletionStage<Outcome> load(K key) {
        return Stages.then(
                sets.beginLoad(key),
                begun -> begun.map(load -> load(key, load))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.BUSY)),
                this::goOn);
    }

    private CompletionStage<Outcome> load(K key, String load) {
        return Stages.then(
                Calls.start(() -> source.apply(key)),
                found -> found.map(content -> store(key, load, content))
                        .orElseGet(() -> Stages.afterwards(
                                sets.endLoad(key, load), () -> CompletableFuture.completedStage(Outcome.NOT_STORED))),
                failure -> Stages.failAfter(sets.endLoad(key, load), failure));
    }

    private CompletionStage<Outcome> store(K key, String load, C content) {
        return sets.store(key, load, content)
                .thenApply(stored -> stored ? Outcome.STORED : Outcome.OVERTAKEN)
                .exceptionallyCompose(this::goOn);
    }

    private CompletionStage<Outcome> goOn(Throwable failure) {
        return DomainFailure.unlessBug(() -> {
                    missed.note("a loaded set", DomainFailure.causeOf(failure));
                    return CompletableFuture.completedStage(Outcome.NOT_STORED);
                })
                .apply(failure);
    }
}
