package io.nightmarket.bench.compare;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Orders put in by one thread and consumed by another, in groups of the same size for all. */
final class Throughput {
    static final int GROUP = 200;

    /** So far the producer may run ahead of the consumer. */
    private static final int LEAD = 5_000;

    /** What was put in and does not come within this time is lost. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private int queues;
    private long total;

    /** Orders a second, from the first put in to the last acknowledged; fails unless each comes once and in order. */
    double round(QueueCandidate candidate, Duration length) throws IOException {
        int queue = ++queues;
        QueueCandidate.Consumer consumer = candidate.consumers().of(queue);
        AtomicLong consumed = new AtomicLong();
        long begin = System.nanoTime();
        CompletableFuture<Long> producing = new CompletableFuture<>();
        var _ = producing.completeAsync(
                () -> produce(candidate, queue, consumed, begin + length.toNanos()),
                task -> Thread.ofPlatform().daemon().start(task));
        long last = begin;
        while (!producing.isDone() || consumed.get() < Waiting.await(producing)) {
            List<Long> orders = consumer.take(GROUP);
            if (orders.isEmpty()) {
                if (System.nanoTime() - last > length.plus(TIMEOUT).toNanos()) {
                    throw new IOException(candidate.name() + " lost orders without a fault");
                }
                continue;
            }
            if (!orders.equals(numbered(consumed.get(), orders.size()))) {
                throw new IOException(candidate.name() + " delivered out of order");
            }
            consumer.acknowledge();
            var _ = consumed.addAndGet(orders.size());
            last = System.nanoTime();
        }
        total += consumed.get();
        return consumed.get() * 1e9 / (last - begin);
    }

    private static long produce(QueueCandidate candidate, int queue, AtomicLong consumed, long end) {
        long produced = 0;
        while (produced == 0 || System.nanoTime() - end < 0) {
            if (produced - consumed.get() > LEAD) {
                Eventually.rest(Duration.ofMillis(1));
                continue;
            }
            try {
                candidate.producer().put(queue, numbered(produced, GROUP));
            } catch (IOException e) {
                throw new CompletionException(e);
            }
            produced += GROUP;
        }
        return produced;
    }

    /** @param before orders numbered already */
    static List<Long> numbered(long before, int count) {
        return LongStream.rangeClosed(before + 1, before + count).boxed().toList();
    }

    /** How many orders went through, of all candidates. */
    long total() {
        return total;
    }
}
