package io.nightmarket.chaos;

import io.nightmarket.chaos.check.Answer;
import io.nightmarket.chaos.check.Answer.NotSent;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.chaos.check.History;
import io.nightmarket.testkit.LoadClient;
import io.nightmarket.testnode.Crowd;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * Requests of a crowd. Each is written down with its answer; one without an answer that holds is sent again for a while, to the
 * next node. Everything happens on one event loop.
 */
final class Requests implements AutoCloseable {
    private static final int CONNECTIONS = 64;
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration IN_LINE = Duration.ofSeconds(30);
    /** As long as a slow machine may need to bring a node back. */
    private static final Duration GIVES_UP = Duration.ofSeconds(40);

    private static final int FIRST_PAUSE = 200;
    private static final int LONGEST_PAUSE = 2_000;

    final Vertx vertx;
    final RandomGenerator random;
    final LoadClient client;
    private final List<Integer> ports;
    private final History history;
    private final long begin = System.nanoTime();

    /** @param ports the ports of the nodes */
    Requests(Vertx vertx, List<Integer> ports, History history, long seed) {
        this.vertx = vertx;
        this.ports = List.copyOf(ports);
        this.history = history;
        this.random = new Random(seed);
        this.client = new LoadClient(vertx, CONNECTIONS);
    }

    /**
     * What is asked.
     *
     * @param body JSON; empty when there is none
     * @param how as the event has it
     */
    record Request(
            Operation operation,
            HttpMethod method,
            String path,
            Map<String, String> headers,
            String body,
            String how,
            BiFunction<Integer, Buffer, Answer> reading) {
        /** Without a body. */
        Request(
                Operation operation,
                HttpMethod method,
                String path,
                Map<String, String> headers,
                String how,
                BiFunction<Integer, Buffer, Answer> reading) {
            this(operation, method, path, headers, "", how, reading);
        }
    }

    /** The headers of a request of this user, with a key unless it is empty. */
    static Map<String, String> headers(String token, String key) {
        return key.isEmpty() ? Map.of("authorization", token) : Map.of("authorization", token, "Idempotency-Key", key);
    }

    /** The time from which events count, as of {@link System#nanoTime}. */
    long begin() {
        return begin;
    }

    /** Nanoseconds from the begin, as events bear them. */
    long now() {
        return System.nanoTime() - begin;
    }

    int anyNode() {
        return random.nextInt(ports.size());
    }

    Future<Void> pause(int millis) {
        return vertx.timer(1 + random.nextInt(millis), TimeUnit.MILLISECONDS).mapEmpty();
    }

    /** Completes with the last answer. */
    Future<Answer> ask(Request request, int buyer, int node) {
        return attempt(request, buyer, node, FIRST_PAUSE, now() + GIVES_UP.toNanos());
    }

    private Future<Answer> attempt(Request request, int buyer, int node, int pause, long deadline) {
        return send(request, buyer, node).compose(answer -> {
            if (!answer.isToRepeat() || now() >= deadline) {
                return Future.succeededFuture(answer);
            }
            return vertx.timer(pause / 2 + random.nextInt(pause), TimeUnit.MILLISECONDS)
                    .compose(_ -> attempt(
                            request, buyer, (node + 1) % ports.size(), Math.min(LONGEST_PAUSE, 2 * pause), deadline));
        });
    }

    private Future<Answer> send(Request request, int buyer, int node) {
        Map<String, String> headers = new HashMap<>(request.headers());
        if (!request.body().isEmpty()) {
            headers.put("content-type", "application/json");
        }
        long queued = now();
        return client.open(new LoadClient.Call(request.method(), ports.get(node), request.path(), headers), IN_LINE)
                .compose(
                        opened -> {
                            long sent = now();
                            return LoadClient.send(
                                            opened.idleTimeout(PATIENCE.toMillis()),
                                            Buffer.buffer(request.body()),
                                            request.reading())
                                    .otherwise(failure -> new Unknown(String.valueOf(failure)))
                                    .map(answer -> note(request, buyer, node, sent, answer));
                        },
                        failure -> Future.succeededFuture(
                                note(request, buyer, node, queued, new NotSent(String.valueOf(failure)))));
    }

    private Answer note(Request request, int buyer, int node, long sent, Answer answer) {
        history.note(new Event(Crowd.user(buyer), request.operation(), node, request.how(), sent, now(), answer));
        return answer;
    }

    @Override
    public void close() {
        client.close();
    }
}
