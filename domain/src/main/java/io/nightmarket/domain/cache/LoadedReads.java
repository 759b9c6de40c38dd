package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.DomainFailure;
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
    /** A second or so. */
    private static final int MAX_READS = 8;

    private static final Duration MAX_PAUSE = Duration.ofMillis(200);

    private enum Outcome {
        STORED,
        /** Another reader loads it. */
        BUSY,
        /** It has no set, a change overtook the load, or the sets are away. */
        NOT_STORED
    }

    private final LoadedSets<K, C> sets;
    private final Function<K, CompletionStage<Optional<C>>> source;
    private final Timers timers;
    private final Backoff backoff;

    /**
     * @param source reads the database; empty for what is kept in no set
     * @param random jitters pauses
     */
    public LoadedReads(
            LoadedSets<K, C> sets,
            Function<K, CompletionStage<Optional<C>>> source,
            Timers timers,
            RandomGenerator random) {
        this.sets = sets;
        this.source = source;
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
        return read(read, missing, 1);
    }

    private <R> CompletionStage<R> read(
            Supplier<CompletionStage<R>> read, Function<R, ? extends Collection<K>> missing, int reads) {
        return read.get().thenCompose(found -> {
            Collection<K> keys = missing.apply(found);
            return keys.isEmpty() || reads == MAX_READS
                    ? CompletableFuture.completedStage(found)
                    : Stages.list(keys.stream()
                                    .distinct()
                                    .map(key -> load(
                                            key,
                                            () -> read.get()
                                                    .thenApply(again ->
                                                            missing.apply(again).contains(key))))
                                    .toList())
                            .thenCompose(outcomes -> outcomes.contains(Outcome.NOT_STORED)
                                    ? CompletableFuture.completedStage(found)
                                    : await(outcomes, reads).thenCompose(_ -> read(read, missing, reads + 1)));
        });
    }

    private CompletionStage<Void> await(List<Outcome> outcomes, int reads) {
        return outcomes.contains(Outcome.BUSY)
                ? timers.pause(backoff.after(reads))
                : CompletableFuture.completedStage(null);
    }

    /** Looks again once the load is begun: another one may have ended since the read. */
    private CompletionStage<Outcome> load(K key, Supplier<CompletionStage<Boolean>> isMissing) {
        return Stages.then(
                sets.beginLoad(key),
                begun -> begun.map(load -> isMissing
                                .get()
                                .thenCompose(still -> still ? load(key, load) : end(key, load, Outcome.STORED)))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.BUSY)),
                DomainFailure.unlessBug(() -> CompletableFuture.completedStage(Outcome.NOT_STORED)));
    }

    private CompletionStage<Outcome> load(K key, String load) {
        return Stages.then(
                Calls.start(() -> source.apply(key)),
                found -> found.map(content -> store(key, load, content))
                        .orElseGet(() -> end(key, load, Outcome.NOT_STORED)),
                failure -> Stages.failAfter(sets.endLoad(key, load), failure));
    }

    private CompletionStage<Outcome> end(K key, String load, Outcome outcome) {
        return Stages.afterwards(sets.endLoad(key, load), () -> CompletableFuture.completedStage(outcome));
    }

    private CompletionStage<Outcome> store(K key, String load, C content) {
        return sets.store(key, load, content)
                .thenApply(stored -> stored ? Outcome.STORED : Outcome.NOT_STORED)
                .exceptionallyCompose(DomainFailure.fallBackOn(Outcome.NOT_STORED));
    }
}
