package io.nightmarket.bench.queue;

import io.nightmarket.domain.flashsale.Purchase;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** A bounded queue in the memory of a process. */
final class MemoryEnds {
    /** Also of what is on its way from another process, on a machine that may stall. */
    private static final int MOMENT_MILLIS = 2_000;

    private final int bound;
    private final Map<Integer, BlockingQueue<Long>> queues = new ConcurrentHashMap<>();

    MemoryEnds(int bound) {
        this.bound = bound;
    }

    Feed feed(int number) {
        BlockingQueue<Long> queue = queue(number);
        return orders -> put(queue, orders);
    }

    private static int put(BlockingQueue<Long> queue, List<Purchase> orders) {
        int in = 0;
        while (in < orders.size() && queue.offer(orders.get(in).order().value())) {
            in++;
        }
        return in;
    }

    Consumer consumer(int number) {
        return new Taker(queue(number));
    }

    private BlockingQueue<Long> queue(int number) {
        return queues.computeIfAbsent(number, _ -> new ArrayBlockingQueue<>(bound));
    }

    /** Takes what arrives in a queue of this process. */
    record Taker(BlockingQueue<Long> queue) implements Consumer {
        @Override
        public List<Long> take(int most) throws IOException {
            try {
                List<Long> taken = new ArrayList<>();
                Long first = queue.poll(MOMENT_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    taken.add(first);
                    var _ = queue.drainTo(taken, most - 1);
                }
                return taken;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted");
            }
        }

        /** What was taken is gone. */
        @Override
        public void acknowledge() {}

        @Override
        public List<Long> again(int behind) {
            return List.of();
        }
    }
}
