package io.nightmarket.bench.queue;

import static io.nightmarket.testkit.Waiting.await;

import io.nightmarket.bench.queue.MemoryEnds.Taker;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Messages of Redis: PUBLISH of each order, and a subscriber with an inbox of its own. */
record PubSubEnds(Redis redis) {
    private static final int KIND = 0;
    private static final int TEXT = 2;

    /** A connection to a server that was just killed may never answer; the next one does. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    Feed feed(int number) {
        return orders -> {
            List<Request> messages = orders.stream()
                    .map(order -> Request.cmd(Command.PUBLISH)
                            .arg(channel(number))
                            .arg(order.order().value()))
                    .toList();
            var _ = await(redis.batch(messages).toCompletionStage());
            return orders.size();
        };
    }

    private static String channel(int number) {
        return "bench:channel:" + number;
    }

    /** Gets what is published from when this returns. */
    Consumer consumer(int number) throws IOException {
        BlockingQueue<Long> inbox = new LinkedBlockingQueue<>();
        RedisConnection connection = await(redis.connect().toCompletionStage(), PATIENCE);
        connection.handler(push -> receive(push, inbox));
        var _ = await(
                connection
                        .send(Request.cmd(Command.SUBSCRIBE).arg(channel(number)))
                        .map(true)
                        .toCompletionStage(),
                PATIENCE);
        return new Taker(inbox);
    }

    private static void receive(Response push, BlockingQueue<Long> inbox) {
        if ((push.type() == ResponseType.MULTI || push.type() == ResponseType.PUSH)
                && push.size() > TEXT
                && push.get(KIND).toString().equals("message")) {
            inbox.add(push.get(TEXT).toLong());
        }
    }
}
