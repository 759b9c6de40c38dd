package io.nightmarket.domain.cache;

import io.nightmarket.domain.cache.FilterRound.Reason;
import io.nightmarket.domain.cache.KeyFilter.InUse;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * Keeps a {@link KeyFilter} complete. It is built when it is missing or of another shape than wished for, twice as large
 * when it is too small, and at intervals. Between builds each round adds new keys, for not every writer
 * who makes things tells the filter.
 *
 * <p>Keys need not become visible in their order: a transaction that is committed late brings a lower one. So the last
 * half page at least is looked at again. What is later still is found by the next build.
 *
 * <p>Rounds follow one another. Two nodes that do this at once disturb each other, and do no harm.
 */
public final class BuildFilter {
    static final int PAGE = 500;

    /** Keys become visible out of order when they are made at the same time. */
    private static final int LOOK_BACK = 1_000;

    private final KeyFilter filter;
    private final KeySource source;
    private final BloomShape wished;
    private final Duration rebuildAfter;
    private final LongSupplier nanoTime;

    private String known = "";
    private long knownSince;
    private long keys;
    private long from;
    /** Those after {@code from} that were added. */
    private final TreeSet<Long> seen = new TreeSet<>();

    private record Build(String id, Reason reason, BloomShape shape) {}

    /**
     * @param wished the filter's shape unless there are more keys
     * @param rebuildAfter how long after this node met a filter it is rebuilt
     */
    public BuildFilter(
            KeyFilter filter, KeySource source, BloomShape wished, Duration rebuildAfter, LongSupplier nanoTime) {
        this.filter = filter;
        this.source = source;
        this.wished = wished;
        this.rebuildAfter = rebuildAfter;
        this.nanoTime = nanoTime;
    }

    /** Fails as the filter and the source do; then the next round begins again. */
    public CompletionStage<FilterRound> round() {
        return filter.inUse()
                .thenCompose(used -> used.map(this::tend).orElseGet(() -> build(Reason.MISSING, wished.holding(keys))));
    }

    private CompletionStage<FilterRound> tend(InUse used) {
        if (used.build().equals(known)) {
            keys = Math.max(keys, used.keys());
        } else {
            meet(used.build(), used.keys());
            // Its builder before looked back as well, and has gone.
            from = Math.max(used.highest(), LOOK_BACK) - LOOK_BACK;
            seen.clear();
        }
        BloomShape shape = used.shape();
        if (!shape.equals(wished.holding(shape.expected()))) {
            return build(Reason.RESHAPED, wished.holding(keys));
        }
        if (!shape.equals(shape.holding(keys))) {
            return build(Reason.OUTGROWN, wished.holding(keys));
        }
        if (nanoTime.getAsLong() - knownSince >= rebuildAfter.toNanos()) {
            return build(Reason.DUE, wished.holding(keys));
        }
        return follow(0);
    }

    private void meet(String build, long holding) {
        known = build;
        knownSince = nanoTime.getAsLong();
        keys = holding;
    }

    private CompletionStage<FilterRound> build(Reason reason, BloomShape shape) {
        from = KeyFilter.NO_KEY;
        seen.clear();
        return filter.begin(shape).thenCompose(id -> load(new Build(id, reason, shape), KeyFilter.NO_KEY, 0));
    }

    private CompletionStage<FilterRound> load(Build build, long after, long loaded) {
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
                return added ? load(build, page.getLast(), sum) : overtaken();
            });
        });
    }

    private CompletionStage<FilterRound> finish(Build build, long loaded) {
        return filter.finish(build.id()).thenApply(finished -> {
            if (!finished) {
                return new FilterRound.Overtaken();
            }
            meet(build.id(), loaded);
            return new FilterRound.Built(build.reason(), build.shape(), loaded);
        });
    }

    private CompletionStage<FilterRound> follow(long found) {
        return source.keysAfter(from, PAGE).thenCompose(page -> {
            List<Long> fresh = page.stream().filter(key -> !seen.contains(key)).toList();
            return filter.addAll(known, fresh).thenCompose(added -> {
                if (!added) {
                    return overtaken();
                }
                remember(page);
                long sum = found + fresh.size();
                if (page.size() == PAGE) {
                    return follow(sum);
                }
                // What was deleted since need not be remembered.
                seen.retainAll(page);
                return CompletableFuture.completedStage(new FilterRound.Followed(sum));
            });
        });
    }

    private static CompletionStage<FilterRound> overtaken() {
        return CompletableFuture.completedStage(new FilterRound.Overtaken());
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
