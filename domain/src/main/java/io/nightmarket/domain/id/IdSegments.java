package io.nightmarket.domain.id;

import java.time.LocalDate;
import java.util.concurrent.CompletionStage;

/** Leases runs of numbers of a day's sequence to nodes. */
@FunctionalInterface
public interface IdSegments {
    /**
     * Leases {@code size} numbers and answers the first. No number of a day is leased twice; a run whose reply was lost
     * stays unused.
     */
    CompletionStage<Long> lease(LocalDate day, int size);
}
