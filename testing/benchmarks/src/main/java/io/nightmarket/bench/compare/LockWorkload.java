package io.nightmarket.bench.compare;

import io.nightmarket.bench.compare.LockCandidate.Lock;
import io.nightmarket.bench.compare.LockCandidate.Node;
import io.nightmarket.bench.compare.LockCandidate.Taken;
import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Takers, shared out among keys, who take and release until the time is up. Each key guards a counter,
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

    /** Fails when a call does, or when a taker did not get its key in its time. */
    Round round(LockCandidate candidate, Duration length) throws IOException {
        Histogram idle = new ConcurrentHistogram(3);
        List<Key> guarded = Stream.generate(() -> new Key(idle)).limit(keys).toList();
        long begin = System.nanoTime();
        List<CompletableFuture<Long>> running = new ArrayList<>();
        for (int i = 0; i < takers; i++) {
            Node node = candidate.nodes().get(i % candidate.nodes().size());
            String key = "bench:" + name + ':' + candidate.name() + ':' + i % keys;
            Key guard = guarded.get(i % keys);
            ClosedLoop<Object> taker = new ClosedLoop<>(
                    Runnable::run,
                    () -> hold(node.lock(), key, guard),
                    _ -> {},
                    LEAST,
                    Integer.MAX_VALUE,
                    begin + length.toNanos());
            running.add(taker.start(node.loop(), 1));
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

    private CompletionStage<Object> hold(Lock lock, String name, Key key) {
        return lock.take(name, waitTimeout).thenCompose(got -> {
            Taken taken = got.orElseThrow(() -> new IllegalStateException(name + " was not got within " + waitTimeout));
            key.hold(taken);
            return taken.release().get().thenApply(_ -> key);
        });
    }

    /** How often keys were held, by those who held them. */
    long held() {
        return held;
    }

    /** How often keys were held, as counted under the keys' protection. */
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
}
