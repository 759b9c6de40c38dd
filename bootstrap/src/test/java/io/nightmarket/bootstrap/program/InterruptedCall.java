package io.nightmarket.bootstrap.program;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A call of which so many requests reach the servers, and no more. Its requests are known by the ids in them. */
final class InterruptedCall {
    enum Server {
        MYSQL,
        REDIS
    }

    /** Completes when a request to this server is held back. */
    final CompletableFuture<Server> held = new CompletableFuture<>();

    /** Completes when the call stands at its pause. */
    final CompletableFuture<Void> paused = new CompletableFuture<>();

    private final CompletableFuture<Void> resumed = new CompletableFuture<>();
    private final List<byte[]> marks = new CopyOnWriteArrayList<>();
    private final Supplier<OptionalLong> payment;
    private final BooleanSupplier pausesHere;
    private boolean counts;
    private boolean paymentKnown;
    private int left;

    /**
     * A call whose steps count from its begin.
     *
     * @param steps so many requests pass
     * @param payment its id, once there is one
     */
    InterruptedCall(long order, String key, int steps, Supplier<OptionalLong> payment) {
        this(order, key, steps, payment, () -> false);
        counts = true;
    }

    /**
     * A call that stands still at one of its steps, until it is resumed; its steps count from there.
     *
     * @param pausesHere asked at each of its requests
     */
    InterruptedCall(long order, String key, int steps, Supplier<OptionalLong> payment, BooleanSupplier pausesHere) {
        this.left = steps;
        this.payment = payment;
        this.pausesHere = pausesHere;
        mark(order);
        marks.add(key.getBytes(StandardCharsets.US_ASCII));
    }

    private void mark(long id) {
        marks.add(Long.toString(id).getBytes(StandardCharsets.US_ASCII));
        marks.add(ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(id)
                .array());
    }

    /** Goes on behind the pause. */
    void resume() {
        resumed.complete(null);
    }

    /** Whether it was never held back; what jobs ask about its order later is not either. */
    synchronized boolean endsByItself() {
        if (held.isDone()) {
            return false;
        }
        left = Integer.MAX_VALUE;
        return true;
    }

    synchronized boolean owns(byte[] request) {
        if (!paymentKnown) {
            payment.get().ifPresent(id -> {
                paymentKnown = true;
                mark(id);
            });
        }
        return marks.stream().anyMatch(mark -> contains(request, mark));
    }

    private static boolean contains(byte[] request, byte[] mark) {
        for (int at = 0; at + mark.length <= request.length; at++) {
            int i = 0;
            while (i < mark.length && request[at + i] == mark[i]) {
                i++;
            }
            if (i == mark.length) {
                return true;
            }
        }
        return false;
    }

    /** Whether this request goes on; waits at the pause. */
    boolean passes(Server server) {
        if (stopsForThePause()) {
            resumed.join();
        }
        return passesCounted(server);
    }

    private synchronized boolean stopsForThePause() {
        return !counts && !paused.isDone() && pausesHere.getAsBoolean() && paused.complete(null);
    }

    /** Behind a request to MySQL others of the node go on to Redis: they share its connection. */
    private synchronized boolean passesCounted(Server server) {
        counts |= resumed.isDone();
        if (!counts || left-- > 0) {
            return true;
        }
        return !held.complete(server) && server == Server.REDIS && held.join() == Server.MYSQL;
    }
}
