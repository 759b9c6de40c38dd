package io.nightmarket.bench.queue;

import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.testkit.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Orders put in by one thread and consumed by another, in groups of the same size for all. */
final class Race {
    static final int GROUP = 200;

    /** So far the feed may run ahead of the consumer. */
    private static final int LEAD = 5_000;

    private static final long BREATH = Duration.ofMillis(1).toNanos();

    /** What was put in and does not come in so long is lost. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Duration TAIL = Duration.ofMinutes(2);

    private final Set<Contestant> disordered = new HashSet<>();
    private final AtomicLong consumed = new AtomicLong();
    private int made;

    /** Orders a second, from the first put in to the last acknowledged. */
    double lap(Contestant contestant, Duration length) throws IOException {
        int queue = ++made;
        Consumer consumer = contestant.consumers().of(queue);
        Feed feed = contestant.feeds().of(queue);
        AtomicLong gone = new AtomicLong();
        long begin = System.nanoTime();
        CompletableFuture<Long> feeding = onThread(() -> feed(feed, gone, begin + length.toNanos()));
        CompletableFuture<Long> consuming = onThread(() -> consume(contestant, consumer, feeding, gone));
        long last = Waiting.await(consuming, length.plus(TAIL));
        long all = Waiting.await(feeding);
        if (gone.get() < all) {
            throw new IOException(contestant.name() + " lost orders without a fault");
        }
        var _ = consumed.addAndGet(gone.get());
        return gone.get() / ((last - begin) / 1e9);
    }

    private static long feed(Feed feed, AtomicLong gone, long end) throws IOException {
        long in = 0;
        while (in == 0 || System.nanoTime() - end < 0) {
            if (in - gone.get() > LEAD) {
                LockSupport.parkNanos(BREATH);
                continue;
            }
            List<Purchase> group = Orders.numbered(in + 1, GROUP);
            in += feed.put(group);
        }
        return in;
    }

    /** Answers when the last was acknowledged. */
    private long consume(Contestant contestant, Consumer consumer, CompletableFuture<Long> feeding, AtomicLong gone)
            throws IOException {
        long last = System.nanoTime();
        long expected = 1;
        while (true) {
            boolean fed = feeding.isDone();
            if (fed && gone.get() >= feeding.join()) {
                return last;
            }
            List<Long> orders = consumer.take(GROUP);
            if (orders.isEmpty()) {
                if (fed && System.nanoTime() - last >= PATIENCE.toNanos()) {
                    return last;
                }
                continue;
            }
            for (long order : orders) {
                if (order != expected++) {
                    disordered.add(contestant);
                }
            }
            consumer.acknowledge();
            var _ = gone.addAndGet(orders.size());
            last = System.nanoTime();
        }
    }

    /** Whether all came in the order in which they were put in. */
    boolean isOrdered(Contestant contestant) {
        return !disordered.contains(contestant);
    }

    /** How many orders went through, of all contestants. */
    long consumed() {
        return consumed.get();
    }

    private static <T> CompletableFuture<T> onThread(Step<T> step) {
        CompletableFuture<T> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                done.complete(step.run());
            } catch (IOException e) {
                done.completeExceptionally(new UncheckedIOException(e));
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    @FunctionalInterface
    private interface Step<T> {
        T run() throws IOException;
    }
}
