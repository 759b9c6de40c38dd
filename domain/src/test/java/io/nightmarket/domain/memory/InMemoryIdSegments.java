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
    public CompletionStage<Long> lease(LocalDate day, int size) {
        long last = leased.merge(day, (long) size, Long::sum);
        return CompletableFuture.completedStage(last - size + 1);
    }
}
