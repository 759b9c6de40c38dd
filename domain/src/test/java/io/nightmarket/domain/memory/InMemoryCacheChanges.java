package io.nightmarket.domain.memory;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheChanges;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

public final class InMemoryCacheChanges implements CacheChanges {
    private record Row(CacheChange change, String confirmedBy, Instant made) {}

    private final TreeMap<Long, Row> rows = new TreeMap<>();
    private final Clock clock;
    private long last;

    public InMemoryCacheChanges(Clock clock) {
        this.clock = clock;
    }

    /** Writes a change down, as the transaction of the change itself does. */
    public synchronized CacheChange note(String cache, String key) {
        CacheChange change = new CacheChange(++last, cache, key);
        rows.put(change.id(), new Row(change, "", clock.instant()));
        return change;
    }

    public synchronized int size() {
        return rows.size();
    }

    @Override
    public synchronized CompletionStage<List<CacheChange>> unconfirmed(
            Collection<String> caches, String run, Duration age, long before, int max) {
        return CompletableFuture.completedStage(rows.headMap(before, false).descendingMap().values().stream()
                .filter(row -> !row.made().isAfter(clock.instant().minus(age)))
                .filter(row -> !row.confirmedBy().equals(run)
                        && caches.contains(row.change().cache()))
                .map(Row::change)
                .limit(max)
                .toList());
    }

    @Override
    public synchronized CompletionStage<Void> confirm(CacheChange change, String run) {
        rows.computeIfPresent(change.id(), (_, row) -> new Row(row.change(), run, row.made()));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> prune(String cache, Duration age) {
        Instant before = clock.instant().minus(age);
        rows.values()
                .removeIf(row -> row.change().cache().equals(cache)
                        && !row.confirmedBy().isEmpty()
                        && row.made().isBefore(before));
        return CompletableFuture.completedStage(null);
    }
}
