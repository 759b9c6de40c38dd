package io.nightmarket.bench.id;

import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Draws ids in rounds, and remembers them all. */
final class Draw {
    private static final Duration TAIL = Duration.ofMinutes(1);

    private final int most;
    private final Map<Contestant, IdSet> drawn = new HashMap<>();

    /** One round of a contestant. */
    record Lap(double rate, double roundTripsPerThousand) {}

    /** @param most ids of a lane in a round */
    Draw(int most) {
        this.most = most;
    }

    Lap lap(Contestant contestant, Duration length) throws IOException {
        long asked = contestant.roundTrips().getAsLong();
        List<Lane> lanes = contestant.lanes().stream()
                .map(source -> new Lane(source, contestant.atOnce(), most))
                .toList();
        long begin = System.nanoTime();
        List<CompletableFuture<long[]>> running =
                lanes.stream().map(lane -> lane.run(begin + length.toNanos())).toList();
        List<long[]> ids = new ArrayList<>();
        for (CompletableFuture<long[]> lane : running) {
            ids.add(Waiting.await(lane, length.plus(TAIL)));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long count = ids.stream().mapToLong(lane -> lane.length).sum();
        long trips = contestant.roundTrips().getAsLong() - asked;
        ids.forEach(drawn.computeIfAbsent(contestant, _ -> new IdSet())::add);
        return new Lap(count / seconds, 1_000.0 * trips / count);
    }

    /** How many ids were drawn. */
    long count() {
        return drawn.values().stream().mapToLong(IdSet::count).sum();
    }

    /** How many of them the same contestant had given out before. */
    long duplicates() {
        return drawn.values().stream().mapToLong(IdSet::duplicates).sum();
    }
}
