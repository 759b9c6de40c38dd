package io.nightmarket.domain.cache;

import io.nightmarket.domain.base.Calls;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.Stages;
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
 * Invalidates what changed in all caches: first at once, then in each iteration until the shared cache has confirmed it.
 * A store that was restarted or replaced may have brought older entries back, so all changes that such entries may lack
 * are applied again. Any number of nodes may do this at once.
 */
public final class CacheInvalidator implements Invalidation {
    private static final int PAGE = 500;

    private final CacheChanges changes;
    private final Map<String, Target> targets;
    private final Supplier<CompletionStage<String>> incarnation;
    private final Duration minAge;
    private final MissedWrites missed;
    private final AtomicInteger iterations = new AtomicInteger();

    /** One cache that changes are applied to. */
    public interface Target {
        /** Whether this is a key of the cache: other software may have recorded anything. */
        boolean isKey(String key);

        /** Invalidates the key in the shared store; answers the {@link Cache#incarnation incarnation} that did. */
        CompletionStage<String> invalidate(String key);

        /** Notifies all nodes. Never throws. */
        void notifyNodes(String key);

        /** Updates what is derived from the value; done last, for readers don't wait for it. */
        default CompletionStage<Void> refreshDerived(String key) {
            return CompletableFuture.completedStage(null);
        }

        /** No entry in the store gets older than this. */
        Duration retention();
    }

    /**
     * @param targets by name of the cache; all are there when the first change is applied
     * @param incarnation finds the incarnation of the shared store
     * @param minAge the least age of a change that an iteration applies: its writer applies it first, and twice would
     *     reject loads for nothing
     */
    public CacheInvalidator(
            CacheChanges changes,
            Map<String, Target> targets,
            Supplier<CompletionStage<String>> incarnation,
            Duration minAge,
            MissedWrites missed) {
        this.changes = changes;
        this.targets = targets;
        this.incarnation = incarnation;
        this.minAge = minAge;
        this.missed = missed;
    }

    private List<String> names() {
        return targets.keySet().stream().sorted().toList();
    }

    @Override
    public CompletionStage<Void> apply(CacheChange change) {
        return missed.answerAnyway("a cache invalidation", invalidateAndConfirm(change), change)
                .thenAccept(_ -> {});
    }

    /** All steps are tried; the change is confirmed when none failed. */
    private CompletionStage<Void> invalidateAndConfirm(CacheChange change) {
        Target target = targets.get(change.cache());
        if (target == null) {
            return CompletableFuture.failedStage(new IllegalStateException("no cache " + change.cache()));
        }
        String key = change.key();
        if (!target.isKey(key)) {
            // There is nothing to invalidate, and unconfirmed it would be tried for ever.
            missed.note("the invalidation of an invalid key", new Corrupt(change + " is no key of the cache"));
            return incarnation.get().thenCompose(by -> changes.confirm(change, by));
        }
        CompletionStage<String> invalidated = Calls.start(() -> target.invalidate(key))
                // The nodes are notified in any case: they load from the source when the store is away.
                .whenComplete((_, _) -> target.notifyNodes(key));
        CompletionStage<Void> derived = Stages.afterwards(invalidated, () -> target.refreshDerived(key));
        return invalidated.thenCombine(derived, (by, _) -> by).thenCompose(by -> changes.confirm(change, by));
    }

    /** Applies all changes that are not confirmed yet, the latest first. All are tried; fails as the first that failed. */
    public CompletionStage<Void> applyUnconfirmed() {
        List<String> names = names();
        String pruned = names.get(Math.floorMod(iterations.getAndIncrement(), names.size()));
        return changes.prune(pruned, Objects.requireNonNull(targets.get(pruned)).retention())
                .thenCompose(_ -> incarnation.get())
                .thenCompose(name -> confirmAll(name, Long.MAX_VALUE, Optional.empty()))
                .thenCompose(OneByOne::failIfAny);
    }

    private CompletionStage<Optional<Throwable>> confirmAll(String name, long before, Optional<Throwable> earlier) {
        return changes.unconfirmed(names(), name, minAge, before, PAGE)
                .thenCompose(open -> OneByOne.tryAll(open, this::invalidateAndConfirm)
                        .thenCompose(failure -> {
                            Optional<Throwable> first = earlier.or(() -> failure);
                            return open.size() < PAGE
                                    ? CompletableFuture.completedStage(first)
                                    : confirmAll(name, open.getLast().id(), first);
                        }));
    }
}
