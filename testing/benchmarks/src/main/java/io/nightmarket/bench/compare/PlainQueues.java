package io.nightmarket.bench.compare;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.compare.QueueCandidate.Consumer;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Queues as they are usually built on Redis: a list, pub/sub, a stream. */
record PlainQueues(Redis redis) {
    private static final String KEY = "bench:queue:";
    private static final int BLOCK_MILLIS = 300;
    private static final int PUSH_MILLIS = 2_000;

    /** A connection to a server that was just killed may never answer; the next one does. */
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** LPUSH of a group, and RPOP of as many, or BRPOP when there is none: what was popped is gone. */
    QueueCandidate list() {
        return new QueueCandidate(
                "a list of Redis, without a processing list",
                "redis",
                Crash.TAKEN,
                (queue, orders) -> batch(List.of(request(
                        Command.LPUSH,
                        Stream.concat(Stream.of(KEY + queue), orders.stream()).toArray()))),
                queue -> limit -> pop(KEY + queue, limit));
    }

    private List<Long> pop(String key, int limit) throws IOException {
        Optional<Response> popped = send(request(Command.RPOP, key, limit));
        if (popped.isPresent()) {
            return popped.get().stream().map(Response::toLong).toList();
        }
        return send(request(Command.BRPOP, key, BLOCK_MILLIS / 1e3))
                .map(keyAndOrder -> List.of(keyAndOrder.get(1).toLong()))
                .orElse(List.of());
    }

    /** PUBLISH of each order, and a subscriber with an inbox of its own. */
    QueueCandidate pubSub() {
        return new QueueCandidate(
                "pub/sub of Redis",
                "redis",
                Crash.ORDERS,
                (queue, orders) -> batch(orders.stream()
                        .map(order -> request(Command.PUBLISH, KEY + queue, order))
                        .toList()),
                this::subscriber);
    }

    private Consumer subscriber(int queue) throws IOException {
        BlockingQueue<Long> inbox = new LinkedBlockingQueue<>();
        RedisConnection connection = await(redis.connect().toCompletionStage(), TIMEOUT);
        connection.handler(push -> {
            if (push.type() == ResponseType.MULTI && push.get(0).toString().equals("message")) {
                inbox.add(push.get(2).toLong());
            }
        });
        var _ = await(
                connection
                        .send(request(Command.SUBSCRIBE, KEY + queue))
                        .map(true)
                        .toCompletionStage(),
                TIMEOUT);
        return limit -> received(inbox, limit);
    }

    private static List<Long> received(BlockingQueue<Long> inbox, int limit) throws IOException {
        try {
            List<Long> received = new ArrayList<>();
            Long first = inbox.poll(PUSH_MILLIS, TimeUnit.MILLISECONDS);
            if (first != null) {
                received.add(first);
                var _ = inbox.drainTo(received, limit - 1);
            }
            return received;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    /** XADD of each order; a consumer with a cursor, which trims what is done with. */
    QueueCandidate stream() {
        return new QueueCandidate(
                "a stream of Redis",
                "redis",
                0,
                (queue, orders) -> batch(orders.stream()
                        .map(order -> request(Command.XADD, KEY + queue, "*", "order", order))
                        .toList()),
                queue -> new StreamReader(this, KEY + queue));
    }

    private static final class StreamReader implements Consumer {
        private final PlainQueues queues;
        private final String key;
        private String last = "0";

        StreamReader(PlainQueues queues, String key) {
            this.queues = queues;
            this.key = key;
        }

        @Override
        public List<Long> take(int limit) throws IOException {
            List<Response> entries = queues.send(
                            request(Command.XREAD, "COUNT", limit, "BLOCK", BLOCK_MILLIS, "STREAMS", key, last))
                    .map(streams -> streams.get(0).get(1).stream().toList())
                    .orElse(List.of());
            last = entries.isEmpty() ? last : entries.getLast().get(0).toString();
            return entries.stream().map(entry -> entry.get(1).get(1).toLong()).toList();
        }

        @Override
        public void acknowledge() throws IOException {
            var _ = queues.send(request(Command.XTRIM, key, "MINID", last));
        }
    }

    private static Request request(Command command, Object... words) {
        return RedisPeek.request(
                command, Arrays.stream(words).map(String::valueOf).toArray(String[]::new));
    }

    private Optional<Response> send(Request request) throws IOException {
        return await(
                redis.send(request).map(answer -> Optional.ofNullable(answer)).toCompletionStage(), TIMEOUT);
    }

    private void batch(List<Request> requests) throws IOException {
        var _ = await(redis.batch(requests).toCompletionStage(), TIMEOUT);
    }
}
