package io.nightmarket.domain.memory;

import io.nightmarket.domain.id.IdSegments;
import java.time.LocalDate;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Counts each day from 1. */
public final class InMemoryIdSegments implements IdSegments {
    private final ConcurrentHashMap<LocalDate, Long> leased = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Long> lease(LocalDate day, int size, long above) {
        long last = leased.compute(day, (_, known) -> Math.max(known == null ? 0 : known, above) + size);
        return CompletableFuture.completedStage(last - size + 1);
    }

    /** Forgets the runs above this number, as a database that lost its last commits. */
    public void setBack(LocalDate day, long last) {
        leased.put(day, last);
    }
}
