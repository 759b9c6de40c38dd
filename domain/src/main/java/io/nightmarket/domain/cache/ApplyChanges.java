package io.nightmarket.domain.cache;

import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.domain.failure.MissedWrites;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Takes changes to the caches, first at once, then round by round until the shared cache has confirmed each. A store that
 * was restarted or replaced may have brought older copies back, so it is told all changes again that such copies may lack.
 */
public final class ApplyChanges implements Invalidation {
    private static final int SLICE = 500;
    private static final int AT_A_TIME = 8;

    private final CacheChanges changes;
    private final Map<String, Target> targets;
    private final Supplier<CompletionStage<String>> run;
    private final Duration retention;
    private final MissedWrites missed;

    /** What one cache does about a change. */
    public interface Target {
        /** Has the shared store forget it; answers the {@link Cache#run run} that did. */
        CompletionStage<String> forget(String key);

        /** Tells all nodes. Never throws. */
        void tell(String key);
    }

    /**
     * @param targets by name of the cache
     * @param run of the shared store
     * @param retention no copy in the store gets older than this
     */
    public ApplyChanges(
            CacheChanges changes,
            Map<String, Target> targets,
            Supplier<CompletionStage<String>> run,
            Duration retention,
            MissedWrites missed) {
        this.changes = changes;
        this.targets = Map.copyOf(targets);
        this.run = run;
        this.retention = retention;
        this.missed = missed;
    }

    @Override
    public CompletionStage<Void> apply(CacheChange change) {
        return missed.answerAnyway("a cache invalidation", confirm(change), change)
                .thenAccept(_ -> {});
    }

    private CompletionStage<Void> confirm(CacheChange change) {
        Target target = targets.get(change.cache());
        if (target == null) {
            return CompletableFuture.failedStage(new IllegalStateException("no cache " + change.cache()));
        }
        return Calls.start(() -> target.forget(change.key()))
                // The nodes hear of it in any case: they ask the truth when the store is away.
                .whenComplete((_, _) -> target.tell(change.key()))
                .thenCompose(by -> changes.confirm(change, by));
    }

    /**
     * Applies what is not confirmed yet. Fails as the first of the changes did that could not be. Nodes that do this at the
     * same time do the same work twice, and no harm.
     */
    public CompletionStage<Void> replay() {
        return run.get()
                .thenCompose(name -> changes.unconfirmed(targets.keySet(), name, SLICE))
                .thenCompose(this::confirmAll);
    }

    /** Drops what is confirmed, and older than any copy. */
    public CompletionStage<Void> prune() {
        return changes.prune(retention);
    }

    private CompletionStage<Void> confirmAll(List<CacheChange> open) {
        Bulkhead few = new Bulkhead(AT_A_TIME, SLICE);
        return CompletableFuture.allOf(open.stream()
                .map(change -> few.run(() -> confirm(change)).toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new));
    }
}
