package io.nightmarket.bootstrap.program;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that read shops from all nodes without a pause, until they are stopped. */
final class ShopReaders implements AutoCloseable {
    private static final int MAX_FAILURES = 20;

    private final List<Long> shops;
    private final AnswerListener listener;
    private final AtomicInteger watching = new AtomicInteger();
    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /** Receives every answer that shows a shop. */
    @FunctionalInterface
    interface AnswerListener {
        /** An answer to a request that was sent at this {@link System#nanoTime}. */
        void onAnswer(long shop, long asked, Client.Answer answer);
    }

    /** @param perNode concurrent readers of each node */
    ShopReaders(List<Client> nodes, List<Long> shops, int perNode, AnswerListener listener) {
        this.shops = shops;
        this.listener = listener;
        for (int i = 0; i < perNode * nodes.size(); i++) {
            watching.incrementAndGet();
            look(nodes.get(i % nodes.size()), i);
        }
    }

    private void look(Client node, int turn) {
        if (stopped) {
            watching.decrementAndGet();
            return;
        }
        long shop = shops.get(turn % shops.size());
        long asked = System.nanoTime();
        var _ = node.send(HttpMethod.GET, "/shop/" + shop, null, null).onComplete(answer -> {
            note(shop, asked, answer);
            look(node, turn + 1);
        });
    }

    private void note(long shop, long asked, AsyncResult<Client.Answer> outcome) {
        looks.incrementAndGet();
        Client.Answer answer = outcome.result();
        if (answer == null
                || answer.status() != 200
                || !answer.success()
                || answer.object().getLong("id") != shop) {
            if (failed.incrementAndGet() <= MAX_FAILURES) {
                long millis = (System.nanoTime() - asked) / 1_000_000;
                failures.add(
                        "shop " + shop + " after " + millis + " ms: " + (answer == null ? outcome.cause() : answer));
            }
        } else {
            listener.onAnswer(shop, asked, answer);
        }
    }

    long looks() {
        return looks.get();
    }

    /** Fails when a read failed or answered another shop. */
    void assertNoneFailed() {
        if (failed.get() > 0) {
            throw new AssertionError(failed + " of " + looks + " looks failed, such as " + String.join("\n", failures));
        }
    }

    /** Returns when all requests are answered. */
    void stop() {
        stopped = true;
        Eventually.holds("all have stopped", () -> watching.get() == 0);
    }

    @Override
    public void close() {
        stop();
    }
}
