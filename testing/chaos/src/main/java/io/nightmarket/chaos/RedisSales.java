package io.nightmarket.chaos;

import io.nightmarket.chaos.check.QueueState;
import io.nightmarket.testkit.RedisPeek;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What a Redis holds of sales, read past the product. The keys are those of docs/sale.md: the check takes nothing from
 * the code that it checks.
 */
final class RedisSales implements QueueSales {
    private final RedisPeek redis;

    RedisSales(RedisPeek redis) {
        this.redis = redis;
    }

    @Override
    public QueueState state(Sale sale) throws IOException {
        List<@Nullable Response> answers = redis.send(List.of(
                RedisPeek.request(Command.HGET, saleKey(sale), "free"),
                RedisPeek.request(Command.HGETALL, buyersKey(sale)),
                RedisPeek.request(Command.XLEN, ordersKey(sale)),
                RedisPeek.request(Command.HLEN, queuedKey(sale))));
        return new QueueState(
                units(answers.getFirst()), buyers(answers.get(1)), number(answers.get(2)), number(answers.get(3)));
    }

    @Override
    public OptionalLong free(Sale sale) throws IOException {
        return units(redis.send(Command.HGET, saleKey(sale), "free"));
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

    static String saleKey(Sale sale) {
        return shard(sale) + "sale:" + sale.voucher();
    }

    static String buyersKey(Sale sale) {
        return saleKey(sale) + ":buyers";
    }

    static String ordersKey(Sale sale) {
        return shard(sale) + "orders";
    }

    static String queuedKey(Sale sale) {
        return shard(sale) + "queued";
    }

    private static String shard(Sale sale) {
        return "nm:{s" + sale.shard() + "}:";
    }
}
