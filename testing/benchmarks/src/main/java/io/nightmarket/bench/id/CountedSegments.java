package io.nightmarket.bench.id;

import io.nightmarket.domain.id.IdSegments;
import java.time.LocalDate;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/** Counts how often segments are leased. */
record CountedSegments(IdSegments segments, AtomicLong leases) implements IdSegments {
    @Override
    public CompletionStage<Long> lease(LocalDate day, int size) {
        long _ = leases.incrementAndGet();
        return segments.lease(day, size);
    }
}
