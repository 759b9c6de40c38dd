package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.LoadedReads;
import io.nightmarket.domain.contract.OrderListCacheContract;
import io.nightmarket.domain.memory.RealTimers;
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
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisOrderListsIT extends OrderListCacheContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final Timers TIMERS = new RealTimers();

    private final OrderListCache lists = new RedisOrderLists(REDIS.link(), new Random(1));

    @Override
    protected OrderListCache sets() {
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
        assertExpires(RedisKeys.orderList(anyKey()) + ":load", Duration.ofSeconds(3));
    }

    @Test
    void aLoadWhoseTicketExpiredDoesNotCount() {
        String load = await(lists.beginLoad(anyKey())).orElseThrow();
        Request expire = Request.cmd(Command.PEXPIRE)
                .arg(RedisKeys.orderList(anyKey()) + ":load")
                .arg(0);
        var _ = await(REDIS.link().send(expire));
        String next = await(lists.beginLoad(anyKey())).orElseThrow();
        assertFalse(await(lists.store(anyKey(), load, anyContent())));
        assertFalse(isLoaded());
        assertTrue(await(lists.store(anyKey(), next, anyContent())));
        assertTrue(isLoaded());
    }

    /** Readers on many nodes, who are slow to begin: the list is there by then, and is not loaded again. */
    @Test
    void aCrowdOfReadersAsksTheDatabaseOnce() {
        AtomicInteger loads = new AtomicInteger();
        Random random = new Random(2);
        List<CompletionStage<Optional<Slice>>> crowd = Stream.generate(() -> reads(loads))
                .limit(16)
                .flatMap(node -> Stream.generate(() -> node.read(anyKey(), () -> readSlowly(random.nextInt(20))))
                        .limit(16))
                .toList();
        crowd.forEach(reader -> assertEquals(Optional.of(anyContent()), await(reader)));
        assertEquals(1, loads.get());
    }

    private LoadedReads<UserId, Slice> reads(AtomicInteger loads) {
        return new LoadedReads<>(
                lists,
                _ -> {
                    loads.incrementAndGet();
                    return TIMERS.pause(Duration.ofMillis(2)).thenApply(_ -> Optional.of(anyContent()));
                },
                7,
                (what, failure) -> {
                    throw new AssertionError(what, failure);
                },
                TIMERS,
                new Random(3));
    }

    private CompletionStage<Optional<Slice>> readSlowly(int millis) {
        return lists.read(anyKey(), Optional.empty(), 10)
                .thenCompose(found -> TIMERS.pause(Duration.ofMillis(millis)).thenApply(_ -> found));
    }

    private static void assertExpires(String key, Duration most) {
        long left = await(REDIS.link().send(Request.cmd(Command.PTTL).arg(key))).number();
        assertTrue(left > 0 && left <= most.toMillis(), () -> left + " ms");
    }
}
