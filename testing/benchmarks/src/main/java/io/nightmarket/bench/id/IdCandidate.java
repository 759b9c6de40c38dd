package io.nightmarket.bench.id;

import io.nightmarket.bench.report.Candidate;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.nio.LongBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * A way to make ids.
 *
 * @param lanes who asks for ids, each on a thread
 * @param concurrency so many ids are asked for at once in a lane; what suits the generator best
 * @param roundTrips how often a server was asked so far
 */
record IdCandidate(String name, List<Source> lanes, int concurrency, LongSupplier roundTrips) implements Candidate {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    /** Where a lane gets its ids. */
    record Source(Executor thread, Supplier<CompletionStage<Long>> next) {}

    /** What one round brought. */
    record Round(double rate, double roundTripsPerThousand, LongBuffer ids) {}

    /** @param limit ids of a lane at most */
    Round round(Duration length, int limit) throws IOException {
        long trips = roundTrips.getAsLong();
        long begin = System.nanoTime();
        List<Lane> running = lanes.stream()
                .map(source -> new Lane(source, limit, begin + length.toNanos()))
                .toList();
        running.forEach(lane -> lane.start(concurrency));
        LongStream ids = LongStream.empty();
        for (Lane lane : running) {
            ids = LongStream.concat(ids, Arrays.stream(Waiting.await(lane.done, length.plus(TIMEOUT))));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long[] all = ids.toArray();
        return new Round(
                all.length / seconds, 1_000.0 * (roundTrips.getAsLong() - trips) / all.length, LongBuffer.wrap(all));
    }

    /** Asks for ids on its thread, to which all of its state belongs, until it has enough or the time is up. */
    private static final class Lane {
        /** However slow: two segments of those who lease ids, so that a lease is among them. */
        private static final int LEAST = 20_000;

        private final Source source;
        private final long[] ids;
        private final long end;
        private final CompletableFuture<long[]> done = new CompletableFuture<>();
        private int running;
        private int asked;
        private int kept;

        Lane(Source source, int limit, long end) {
            this.source = source;
            this.ids = new long[limit];
            this.end = end;
        }

        void start(int concurrency) {
            source.thread().execute(() -> {
                running = concurrency;
                for (int i = 0; i < concurrency; i++) {
                    ask();
                }
            });
        }

        /** Asks again and again while answers come at once, and goes on when a later one has come. */
        private void ask() {
            while (asked < ids.length && (asked < LEAST || asked % 64 != 0 || System.nanoTime() - end < 0)) {
                asked++;
                CompletableFuture<Long> answer = Calls.start(source.next()).toCompletableFuture();
                if (answer.state() != CompletableFuture.State.SUCCESS) {
                    var _ = answer.thenAcceptAsync(
                                    id -> {
                                        ids[kept++] = id;
                                        ask();
                                    },
                                    source.thread())
                            .whenComplete((_, failure) -> {
                                if (failure != null) {
                                    done.completeExceptionally(failure);
                                }
                            });
                    return;
                }
                ids[kept++] = answer.resultNow();
            }
            if (--running == 0) {
                done.complete(Arrays.copyOf(ids, kept));
            }
        }
    }
}
