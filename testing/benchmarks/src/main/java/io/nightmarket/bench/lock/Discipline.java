package io.nightmarket.bench.lock;

import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** Something to do with locks: so many takers, shared out among so many keys. */
final class Discipline {
    private static final Duration TAIL = Duration.ofMinutes(2);

    private final String name;
    private final int takers;
    private final int keys;
    private final Duration patience;
    private final Map<Contestant, List<GuardedCounter>> counters = new HashMap<>();
    private long holds;

    /** One round of a contestant: holds a second, and the times in which a key had no holder. */
    record Lap(double rate, Histogram idle) {
        double idleMillis(double percentile) {
            return idle.getValueAtPercentile(percentile) / 1e6;
        }
    }

    Discipline(String name, int takers, int keys, Duration patience) {
        this.name = name;
        this.takers = takers;
        this.keys = keys;
        this.patience = patience;
    }

    String name() {
        return name;
    }

    Lap lap(Contestant contestant, Duration length) throws IOException {
        List<GuardedCounter> guarded = counters.computeIfAbsent(
                contestant,
                _ -> IntStream.range(0, keys)
                        .mapToObj(_ -> new GuardedCounter())
                        .toList());
        List<Histogram> idle = guarded.stream().map(GuardedCounter::observe).toList();
        long begin = System.nanoTime();
        List<CompletableFuture<Long>> running = new ArrayList<>();
        for (int i = 0; i < takers; i++) {
            int key = i % keys;
            String lock = "bench:" + name + ':' + contestant.name() + ':' + key;
            running.add(
                    new Taker(contestant.node(i), lock, patience, guarded.get(key), begin + length.toNanos()).run());
        }
        long held = 0;
        for (CompletableFuture<Long> taker : running) {
            held += Waiting.await(taker, length.plus(TAIL));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        holds += held;
        guarded.forEach(GuardedCounter::rest);
        Histogram all = new Histogram(3);
        idle.forEach(all::add);
        return new Lap(held / seconds, all);
    }

    /** How often the keys were held, by those who held them. */
    long holds() {
        return holds;
    }

    /** The same, as counted under the keys' protection. */
    long counted() {
        return counters.values().stream()
                .flatMap(List::stream)
                .mapToLong(GuardedCounter::count)
                .sum();
    }

    long clashes() {
        return counters.values().stream()
                .flatMap(List::stream)
                .mapToLong(GuardedCounter::clashes)
                .sum();
    }
}
