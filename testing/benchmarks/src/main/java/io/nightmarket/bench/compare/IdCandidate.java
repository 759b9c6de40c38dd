package io.nightmarket.bench.compare;

import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A way to make ids.
 *
 * @param lanes who asks for ids, each on a thread
 * @param concurrency ids asked for at once in a lane; what suits the generator best
 * @param roundTrips how often a server was asked so far
 */
record IdCandidate(String name, List<Source> lanes, int concurrency, LongSupplier roundTrips) {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    /** However slow: two segments of those who lease ids, so that a lease is among them. */
    private static final int LEAST = 20_000;

    /** Where a lane gets its ids. */
    record Source(Executor thread, Supplier<CompletionStage<Long>> next) {}

    /** What one round brought. */
    record Round(double rate, double roundTripsPerThousand, LongBuffer ids) {}

    /** @param limit ids of a lane at most */
    Round round(Duration length, int limit) throws IOException {
        long trips = roundTrips.getAsLong();
        long begin = System.nanoTime();
        List<LongBuffer> drawn = new ArrayList<>();
        List<CompletableFuture<Long>> running = new ArrayList<>();
        for (Source source : lanes) {
            LongBuffer ids = LongBuffer.allocate(limit);
            ClosedLoop<Long> lane =
                    new ClosedLoop<>(source.thread(), source.next(), ids::put, LEAST, limit, begin + length.toNanos());
            drawn.add(ids);
            running.add(lane.start(source.thread(), concurrency));
        }
        for (CompletableFuture<Long> lane : running) {
            var _ = Waiting.await(lane, length.plus(TIMEOUT));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long[] all = drawn.stream()
                .flatMapToLong(ids -> Arrays.stream(ids.array(), 0, ids.position()))
                .toArray();
        return new Round(
                all.length / seconds, 1_000.0 * (roundTrips.getAsLong() - trips) / all.length, LongBuffer.wrap(all));
    }

    @Override
    public String toString() {
        return name;
    }
}
