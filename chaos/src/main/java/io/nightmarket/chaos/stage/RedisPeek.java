package io.nightmarket.chaos.stage;

import static io.nightmarket.bench.server.Waiting.await;

import io.nightmarket.chaos.check.RedisState;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks a Redis past the product. The keys are those of the page on the sale: what judges the product takes nothing from
 * its code.
 */
public final class RedisPeek {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Vertx vertx;
    private final Supplier<String> uri;

    /** @param uri of the server that is asked at the moment */
    RedisPeek(Vertx vertx, Supplier<String> uri) {
        this.vertx = vertx;
        this.uri = uri;
    }

    /** Sends commands in their order over a connection of their own; answers what each brought. */
    public List<@Nullable Response> send(List<Request> commands) throws IOException {
        Redis client = Redis.createClient(vertx, uri.get());
        try {
            return await(client.batch(commands).toCompletionStage(), LIMIT);
        } finally {
            client.close();
        }
    }

    /** One command of words. */
    public @Nullable Response send(Command command, String... words) throws IOException {
        return send(List.of(request(command, words))).getFirst();
    }

    public static Request request(Command command, String... words) {
        Request request = Request.cmd(command);
        for (String word : words) {
            var _ = request.arg(word);
        }
        return request;
    }

    /** What the sale's shard and the sale hold. */
    public RedisState state(Sale sale) throws IOException {
        List<@Nullable Response> answers = send(List.of(
                request(Command.HGET, saleKey(sale), "free"),
                request(Command.HGETALL, buyersKey(sale)),
                request(Command.XLEN, ordersKey(sale)),
                request(Command.HLEN, queuedKey(sale)),
                request(Command.XLEN, deadKey(sale))));
        return new RedisState(
                units(answers.getFirst()),
                buyers(answers.get(1)),
                number(answers.get(2)),
                number(answers.get(3)),
                number(answers.get(4)));
    }

    /** Units that nobody has yet; empty when Redis does not know the sale. */
    public OptionalLong free(Sale sale) throws IOException {
        return units(send(Command.HGET, saleKey(sale), "free"));
    }

    private static OptionalLong units(@Nullable Response free) {
        return free == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(free.toString()));
    }

    /** User to order; the key of the request stands behind it. */
    private static Map<Long, Long> buyers(@Nullable Response hash) {
        Map<Long, Long> buyers = new HashMap<>();
        if (hash != null) {
            for (String user : hash.getKeys()) {
                String order = String.valueOf(hash.get(user)).split(" ", 2)[0];
                var _ = buyers.put(Long.parseLong(user), Long.parseLong(order));
            }
        }
        return buyers;
    }

    private static long number(@Nullable Response count) {
        return count == null ? 0 : Long.parseLong(count.toString());
    }

    public static String saleKey(Sale sale) {
        return shard(sale) + "sale:" + sale.voucher();
    }

    public static String buyersKey(Sale sale) {
        return saleKey(sale) + ":buyers";
    }

    public static String ordersKey(Sale sale) {
        return shard(sale) + "orders";
    }

    public static String queuedKey(Sale sale) {
        return shard(sale) + "queued";
    }

    private static String deadKey(Sale sale) {
        return ordersKey(sale) + ":dead";
    }

    private static String shard(Sale sale) {
        return "nm:{s" + sale.shard() + "}:";
    }
}
