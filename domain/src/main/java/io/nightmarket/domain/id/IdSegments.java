package io.nightmarket.domain.id;

import java.time.LocalDate;
import java.util.concurrent.CompletionStage;

/** Leases runs of numbers of a day's sequence to nodes. */
@FunctionalInterface
public interface IdSegments {
    /**
     * Leases {@code size} numbers and answers the first. No number of a day is leased twice; a run whose reply was lost
     * stays unused.
     *
     * @param above the largest number of the day that the caller was ever leased, or 0: the run begins above it
     */
    CompletionStage<Long> lease(LocalDate day, int size, long above);

    /** Leases numbers to a caller that was leased none of this day yet. */
    default CompletionStage<Long> lease(LocalDate day, int size) {
        return lease(day, size, 0);
    }
}
