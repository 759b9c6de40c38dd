package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.OrderListCacheContract;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.order.list.RedisOrderLists;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisOrderListsIT extends OrderListCacheContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final OrderListCache lists = new RedisOrderLists(REDIS.link(), new Random(1));

    @Override
    protected OrderListCache lists() {
        return lists;
    }

    @Test
    void aPutKeepsTheExpiryOfTheList() {
        UserId buyer = new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));
        Instant time = Instant.parse("2026-11-20T12:00:00Z");
        load(buyer, new Slice(List.of(), true));
        await(lists.put(List.of(new Order(
                new OrderId(1), buyer, new VoucherId(1), 1, OrderStatus.UNPAID, time, null, null, null, time))));

        assertExpires(RedisKeys.orderList(buyer), Duration.ofMinutes(66));
    }

    @Test
    void aLoadThatNeverEndsIsForgotten() {
        assertTrue(await(lists.beginLoad(anyKey())).isPresent());
        assertExpires(RedisKeys.orderList(anyKey()) + ":load", Duration.ofSeconds(10));
    }

    private static void assertExpires(String key, Duration most) {
        long left = await(REDIS.link().send(Request.cmd(Command.PTTL).arg(key))).number();
        assertTrue(left > 0 && left <= most.toMillis(), () -> left + " ms");
    }
}
