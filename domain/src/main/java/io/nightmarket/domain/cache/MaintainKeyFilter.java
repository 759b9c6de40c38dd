package io.nightmarket.domain.cache;

import io.nightmarket.domain.cache.FilterIteration.Reason;
import io.nightmarket.domain.cache.KeyFilter.InUse;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Keeps a {@link KeyFilter} complete. It is built when it is missing or of another shape than configured, twice as large
 * when it is too small, and at intervals. Between builds each iteration adds new keys, for not every writer adds those
 * it makes.
 *
 * <p>Keys need not become visible in their order: a transaction that is committed late brings a lower one. So the last
 * half page at least is read again. What is later still is found by the next build.
 *
 * <p>Iterations must not overlap. Two nodes that do this at once delay each other, and do no harm.
 */
public final class MaintainKeyFilter {
    static final int PAGE = 500;

    /** Keys become visible out of order when they are made at the same time. */
    private static final int LOOK_BACK = 1_000;

    private final KeyFilter filter;
    private final KeySource source;
    private final BloomShape target;
    private final Duration rebuildAfter;
    private final LongSupplier nanoTime;

    private String current = "";
    private long currentSince;
    private long keys;
    private long from;
    /** Those after {@code from} that were added. */
    private final TreeSet<Long> seen = new TreeSet<>();

    private record Build(String id, Reason reason, BloomShape shape) {}

    /**
     * @param target shape of the filter unless there are more keys
     * @param rebuildAfter time from when this node first saw a filter until it is rebuilt
     */
    public MaintainKeyFilter(
            KeyFilter filter, KeySource source, BloomShape target, Duration rebuildAfter, LongSupplier nanoTime) {
        this.filter = filter;
        this.source = source;
        this.target = target;
        this.rebuildAfter = rebuildAfter;
        this.nanoTime = nanoTime;
    }

    /** Fails as the filter and the source do; then the next iteration begins again. */
    public CompletionStage<FilterIteration> iterate() {
        return filter.inUse()
                .thenCompose(
                        used -> used.map(this::maintain).orElseGet(() -> build(Reason.MISSING, target.holding(keys))));
    }

    private CompletionStage<FilterIteration> maintain(InUse used) {
        if (used.build().equals(current)) {
            keys = Math.max(keys, used.keys());
        } else {
            use(used.build(), used.keys());
            // Its builder before looked back as well, and has gone.
            from = Math.max(used.highest(), LOOK_BACK) - LOOK_BACK;
            seen.clear();
        }
        BloomShape shape = used.shape();
        if (!shape.equals(target.holding(shape.expected()))) {
            return build(Reason.RESHAPED, target.holding(keys));
        }
        if (!shape.equals(shape.holding(keys))) {
            return build(Reason.OUTGROWN, target.holding(keys));
        }
        if (nanoTime.getAsLong() - currentSince >= rebuildAfter.toNanos()) {
            return build(Reason.DUE, target.holding(keys));
        }
        return addNewKeys(0);
    }

    private void use(String build, long holding) {
        current = build;
        currentSince = nanoTime.getAsLong();
        keys = holding;
    }

    private CompletionStage<FilterIteration> build(Reason reason, BloomShape shape) {
        from = KeyFilter.NO_KEY;
        seen.clear();
        return filter.begin(shape).thenCompose(id -> load(new Build(id, reason, shape), KeyFilter.NO_KEY, 0));
    }

    private CompletionStage<FilterIteration> load(Build build, long after, long loaded) {
        return source.keysAfter(after, PAGE).thenCompose(page -> {
            if (page.isEmpty()) {
                return finish(build, loaded);
            }
            long sum = loaded + page.size();
            BloomShape needed = build.shape().holding(sum);
            if (!needed.equals(build.shape())) {
                return build(build.reason(), needed);
            }
            return filter.addAll(build.id(), page).thenCompose(added -> {
                remember(page);
                return added ? load(build, page.getLast(), sum) : superseded();
            });
        });
    }

    private CompletionStage<FilterIteration> finish(Build build, long loaded) {
        return filter.finish(build.id()).thenApply(finished -> {
            if (!finished) {
                return new FilterIteration.Superseded();
            }
            use(build.id(), loaded);
            return new FilterIteration.Built(build.reason(), build.shape(), loaded);
        });
    }

    private CompletionStage<FilterIteration> addNewKeys(long found) {
        return source.keysAfter(from, PAGE).thenCompose(page -> {
            List<Long> fresh = page.stream().filter(key -> !seen.contains(key)).toList();
            return filter.addAll(current, fresh).thenCompose(added -> {
                if (!added) {
                    return superseded();
                }
                remember(page);
                long sum = found + fresh.size();
                if (page.size() == PAGE) {
                    return addNewKeys(sum);
                }
                // What was deleted since need not be remembered.
                seen.retainAll(page);
                return CompletableFuture.completedStage(new FilterIteration.Extended(sum));
            });
        });
    }

    private static CompletionStage<FilterIteration> superseded() {
        return CompletableFuture.completedStage(new FilterIteration.Superseded());
    }

    /** Only the first half of a full page is left behind for good. */
    private void remember(List<Long> page) {
        seen.addAll(page);
        if (page.size() == PAGE) {
            from = page.get(PAGE / 2 - 1);
            seen.headSet(from, true).clear();
        }
    }
}
