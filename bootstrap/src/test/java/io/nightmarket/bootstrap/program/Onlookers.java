package io.nightmarket.bootstrap.program;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.AsyncResult;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** People who look at shops without a break, at all nodes, until they are told to stop. */
final class Onlookers implements AutoCloseable {
    private static final int MOST_FAILURES = 20;

    private final List<Long> shops;
    private final Eye eye;
    private final AtomicInteger watching = new AtomicInteger();
    private final AtomicLong looks = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final ConcurrentLinkedQueue<String> failures = new ConcurrentLinkedQueue<>();
    private volatile boolean stopped;

    /** Sees every answer that shows a shop. */
    @FunctionalInterface
    interface Eye {
        /** That a shop was asked for at this {@link System#nanoTime}, and what came. */
        void sees(long shop, long asked, Client.Answer answer);
    }

    /** @param atEach so many look at each node at a time */
    Onlookers(List<Client> nodes, List<Long> shops, int atEach, Eye eye) {
        this.shops = shops;
        this.eye = eye;
        for (int i = 0; i < atEach * nodes.size(); i++) {
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
            if (failed.incrementAndGet() <= MOST_FAILURES) {
                long millis = (System.nanoTime() - asked) / 1_000_000;
                failures.add(
                        "shop " + shop + " after " + millis + " ms: " + (answer == null ? outcome.cause() : answer));
            }
        } else {
            eye.sees(shop, asked, answer);
        }
    }

    long looks() {
        return looks.get();
    }

    /** Fails when somebody was not shown the shop that they wanted to see. */
    void assertAllSaw() {
        if (failed.get() > 0) {
            throw new AssertionError(failed + " of " + looks + " looks failed, such as " + String.join("\n", failures));
        }
    }

    /** Returns when nobody looks any more. */
    void stop() {
        stopped = true;
        Eventually.holds("all have stopped", () -> watching.get() == 0);
    }

    @Override
    public void close() {
        stop();
    }
}
