package io.nightmarket.bench.id;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A way to make ids in the contest.
 *
 * @param lanes who asks for ids, each on a thread
 * @param atOnce so many ids are asked for at once in a lane; what suits the generator best
 * @param roundTrips how often a server was asked so far
 */
record Contestant(String name, List<Source> lanes, int atOnce, LongSupplier roundTrips) {
    Contestant {
        lanes = List.copyOf(lanes);
    }

    /** Where a lane gets its ids. */
    record Source(Executor thread, Supplier<CompletionStage<Long>> next) {}
}
