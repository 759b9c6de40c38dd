package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.concurrent.Stages;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.MissedWrites;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Takes changes to the caches, first at once, then round by round until the shared cache has confirmed each. A store that
 * was restarted or replaced may have brought older copies back, so it gets all changes again that such copies may lack.
 * Any number of nodes may do this at once.
 */
public final class ApplyChanges implements Invalidation {
    private static final int SLICE = 500;

    private final CacheChanges changes;
    private final Map<String, Target> targets;
    private final List<String> names;
    private final Supplier<CompletionStage<String>> run;
    private final Duration leftAlone;
    private final MissedWrites missed;
    private final AtomicInteger rounds = new AtomicInteger();

    /** What one cache does about a change. */
    public interface Target {
        /** Whether entries may be kept under this key: what others wrote down need not be one. */
        boolean isKey(String key);

        /** Has the shared store forget it; answers the {@link Cache#run run} that did. */
        CompletionStage<String> forget(String key);

        /** Tells all nodes. Never throws. */
        void tell(String key);

        /** Brings what else is made of the thing up to date; done last, for readers don't wait for it. */
        default CompletionStage<Void> derive(String key) {
            return CompletableFuture.completedStage(null);
        }

        /** No copy in the store gets older than this. */
        Duration retention();
    }

    /**
     * @param targets by name of the cache
     * @param run of the shared store
     * @param leftAlone how long a change is left to its writer: done twice it would void loads for nothing
     */
    public ApplyChanges(
            CacheChanges changes,
            Map<String, Target> targets,
            Supplier<CompletionStage<String>> run,
            Duration leftAlone,
            MissedWrites missed) {
        this.changes = changes;
        this.targets = Map.copyOf(targets);
        this.names = targets.keySet().stream().sorted().toList();
        this.run = run;
        this.leftAlone = leftAlone;
        this.missed = missed;
    }

    @Override
    public CompletionStage<Void> apply(CacheChange change) {
        return missed.answerAnyway("a cache invalidation", confirm(change), change)
                .thenAccept(_ -> {});
    }

    /** All of it is tried, whatever fails; it is confirmed when nothing did. */
    private CompletionStage<Void> confirm(CacheChange change) {
        Target target = targets.get(change.cache());
        if (target == null) {
            return CompletableFuture.failedStage(new IllegalStateException("no cache " + change.cache()));
        }
        String key = change.key();
        if (!target.isKey(key)) {
            // There is nothing to forget, and left open it would be tried for ever.
            missed.note("a cache invalidation of no key", new Corrupt(change + " names nothing that is cached"));
            return run.get().thenCompose(by -> changes.confirm(change, by));
        }
        CompletionStage<String> forgotten = Calls.start(() -> target.forget(key))
                // The nodes are notified in any case: they load from the source when the store is away.
                .whenComplete((_, _) -> target.tell(key));
        CompletionStage<Void> derived = Stages.afterwards(forgotten, () -> target.derive(key));
        return forgotten.thenCombine(derived, (by, _) -> by).thenCompose(by -> changes.confirm(change, by));
    }

    /** Applies all that is not confirmed yet, the latest first. Fails as one of the changes did that could not be. */
    public CompletionStage<Void> round() {
        String pruned = names.get(Math.floorMod(rounds.getAndIncrement(), names.size()));
        return changes.prune(pruned, Objects.requireNonNull(targets.get(pruned)).retention())
                .thenCompose(_ -> run.get())
                .thenCompose(name -> confirmAll(name, Long.MAX_VALUE, Optional.empty()))
                .thenCompose(OneByOne::failIfAny);
    }

    private CompletionStage<Optional<Throwable>> confirmAll(String name, long before, Optional<Throwable> earlier) {
        return changes.unconfirmed(names, name, leftAlone, before, SLICE)
                .thenCompose(open -> OneByOne.tryAll(open, this::confirm).thenCompose(failure -> {
                    Optional<Throwable> first = earlier.or(() -> failure);
                    return open.size() < SLICE
                            ? CompletableFuture.completedStage(first)
                            : confirmAll(name, open.getLast().id(), first);
                }));
    }
}
