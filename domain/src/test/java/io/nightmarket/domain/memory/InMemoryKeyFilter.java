package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.cache.KeyFilter;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A filter in this process's memory, for shapes that fit there. Safe for use by several threads. */
public final class InMemoryKeyFilter implements KeyFilter {
    private static final class Filter {
        final String build;
        final BloomShape shape;
        final BitSet bits = new BitSet();
        long keys;
        long highest = NO_KEY;

        Filter(String build, BloomShape shape) {
            this.build = build;
            this.shape = shape;
        }

        void add(long key) {
            boolean changed = false;
            for (long position : shape.positions(key)) {
                changed |= !bits.get(Math.toIntExact(position));
                bits.set(Math.toIntExact(position));
            }
            keys += changed ? 1 : 0;
        }

        boolean mayContain(long key) {
            for (long position : shape.positions(key)) {
                if (!bits.get(Math.toIntExact(position))) {
                    return false;
                }
            }
            return true;
        }
    }

    private @Nullable Filter used;
    private @Nullable Filter building;
    private int builds;

    /** Loses everything. */
    public synchronized void lose() {
        used = null;
        building = null;
    }

    @Override
    public synchronized CompletionStage<Boolean> mayContain(long key) {
        return CompletableFuture.completedStage(used == null || used.mayContain(key));
    }

    @Override
    public synchronized CompletionStage<Void> add(long key) {
        addTo(used, List.of(key));
        addTo(building, List.of(key));
        return CompletableFuture.completedStage(null);
    }

    private static void addTo(@Nullable Filter filter, List<Long> keys) {
        if (filter != null) {
            keys.forEach(filter::add);
        }
    }

    @Override
    public synchronized CompletionStage<Optional<InUse>> inUse() {
        return CompletableFuture.completedStage(Optional.ofNullable(used)
                .map(filter -> new InUse(filter.build, filter.shape, filter.keys, filter.highest)));
    }

    @Override
    public synchronized CompletionStage<String> begin(BloomShape shape) {
        String build = "build " + ++builds;
        building = new Filter(build, shape);
        return CompletableFuture.completedStage(build);
    }

    @Override
    public synchronized CompletionStage<Boolean> addAll(String build, List<Long> keys) {
        Filter built = isOf(build, building) ? building : isOf(build, used) ? used : null;
        if (built == null) {
            return CompletableFuture.completedStage(false);
        }
        if (isOf(build, used)) {
            addTo(used, keys);
        }
        addTo(building, keys);
        if (!keys.isEmpty()) {
            built.highest = keys.getLast();
        }
        return CompletableFuture.completedStage(true);
    }

    @Override
    public synchronized CompletionStage<Boolean> finish(String build) {
        if (isOf(build, building)) {
            used = building;
            building = null;
        }
        return CompletableFuture.completedStage(isOf(build, used));
    }

    private static boolean isOf(String build, @Nullable Filter filter) {
        return filter != null && filter.build.equals(build);
    }
}
