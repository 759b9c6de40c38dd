package io.nightmarket.bench.lock;

import io.nightmarket.bench.lock.LockCandidate.Node;
import io.nightmarket.bench.lock.LockCandidate.Taken;
import io.nightmarket.domain.concurrent.Calls;
import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * So many takers, shared out among so many keys, who take and release until the time is up. Each key guards a counter,
 * read when a holder starts and written when it ends, so that two at once lose a count.
 */
final class LockWorkload {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    /** However slow: between two holders is a time without one. */
    private static final int LEAST = 2;

    private final String name;
    private final int takers;
    private final int keys;
    private final Duration waitTimeout;
    private long held;
    private long counted;
    private long clashes;

    /** One round of a candidate: holders a second, and the times in which a key had none. */
    record Round(double rate, Histogram idle) {
        double idleMillis(double percentile) {
            return idle.getValueAtPercentile(percentile) / 1e6;
        }
    }

    LockWorkload(String name, int takers, int keys, Duration waitTimeout) {
        this.name = name;
        this.takers = takers;
        this.keys = keys;
        this.waitTimeout = waitTimeout;
    }

    String name() {
        return name;
    }

    Round round(LockCandidate candidate, Duration length) throws IOException {
        Histogram idle = new ConcurrentHistogram(3);
        List<Key> guarded = Stream.generate(() -> new Key(idle)).limit(keys).toList();
        long begin = System.nanoTime();
        List<CompletableFuture<Long>> running = new ArrayList<>();
        for (int i = 0; i < takers; i++) {
            Node node = candidate.nodes().get(i % candidate.nodes().size());
            String key = "bench:" + name + ':' + candidate.name() + ':' + i % keys;
            Taker taker = new Taker(node, key, guarded.get(i % keys), begin + length.toNanos());
            node.loop().execute(taker::take);
            running.add(taker.done);
        }
        long sum = 0;
        for (CompletableFuture<Long> taker : running) {
            sum += Waiting.await(taker, length.plus(TIMEOUT));
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        held += sum;
        counted += guarded.stream().mapToLong(key -> key.count).sum();
        clashes += guarded.stream().mapToLong(key -> key.clashes.get()).sum();
        return new Round(sum / seconds, idle);
    }

    /** How often keys were held, by those who held them. */
    long held() {
        return held;
    }

    /** The same, as counted under the keys' protection. */
    long counted() {
        return counted;
    }

    /** How often two held a key at once, or a token was not larger than the one before. */
    long clashes() {
        return clashes;
    }

    private static final class Key {
        private final Histogram idle;
        private final AtomicLong inside = new AtomicLong();
        private final AtomicLong clashes = new AtomicLong();
        private volatile long count;
        private volatile long token;
        private volatile long left;

        Key(Histogram idle) {
            this.idle = idle;
        }

        void hold(Taken taken) {
            long since = left;
            if (since != 0) {
                idle.recordValue(Math.max(0, System.nanoTime() - since));
            }
            if (inside.incrementAndGet() != 1 || (taken.token() != LockCandidate.NO_TOKEN && taken.token() <= token)) {
                long _ = clashes.incrementAndGet();
            }
            token = taken.token();
            long seen = count;
            count = seen + 1;
            long _ = inside.decrementAndGet();
            left = System.nanoTime();
        }
    }

    /** Fails when a call does, or when it did not get the key in its time; answers how often it held the key. */
    private final class Taker {
        private final Node node;
        private final String name;
        private final Key key;
        private final long end;
        private final CompletableFuture<Long> done = new CompletableFuture<>();
        private long count;

        Taker(Node node, String name, Key key, long end) {
            this.node = node;
            this.name = name;
            this.key = key;
            this.end = end;
        }

        private void take() {
            if (count >= LEAST && System.nanoTime() - end >= 0) {
                done.complete(count);
            } else {
                then(Calls.start(() -> node.lock().take(name, waitTimeout)), this::hold);
            }
        }

        private void hold(Optional<Taken> taken) {
            if (taken.isEmpty()) {
                done.completeExceptionally(new IllegalStateException(name + " was not got within " + waitTimeout));
                return;
            }
            key.hold(taken.get());
            count++;
            then(Calls.start(() -> taken.get().release().get().thenApply(_ -> true)), _ -> take());
        }

        private <T> void then(CompletionStage<T> stage, Consumer<T> next) {
            var _ = stage.whenComplete((value, failure) -> {
                if (failure == null) {
                    next.accept(value);
                } else {
                    done.completeExceptionally(failure);
                }
            });
        }
    }
}
