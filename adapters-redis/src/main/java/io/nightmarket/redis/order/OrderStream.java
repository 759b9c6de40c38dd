package io.nightmarket.redis.order;

import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The streams of orders. They are read by cursor, without a consumer group: how far the books are stands in the books
 * alone. Reads that wait have a connection for each shard, because a connection that waits answers nothing else.
 */
public final class OrderStream {
    private static final LuaScript ACKNOWLEDGE = LuaScript.load("acknowledge-orders-2");
    private static final LuaScript SET_ASIDE = LuaScript.load("set-aside-order-3");
    /** So many entries are removed in one script, which holds up all others meanwhile. */
    private static final int SLICE = 256;

    private final RedisLink link;
    private final WaitingLinks waiting;

    public OrderStream(RedisLink link, WaitingLinks waiting) {
        this.link = link;
        this.waiting = waiting;
    }

    CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        Request read = Request.cmd(Command.XREAD).arg("COUNT").arg(max);
        // To Redis a block of 0 means for ever.
        boolean waits = wait.toMillis() > 0;
        if (waits) {
            read.arg("BLOCK").arg(wait.toMillis());
        }
        read.arg("STREAMS").arg(RedisKeys.orders(shard)).arg(after.toString());
        return (waits ? waiting.of(shard).thenCompose(own -> own.send(read, wait)) : link.send(read))
                .thenApply(StreamEntries::of);
    }

    CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        List<String> keys = List.of(RedisKeys.orders(shard), RedisKeys.queued(shard));
        return link.run(ACKNOWLEDGE, keys, List.of(last.toString(), Integer.toString(SLICE)))
                .thenCompose(removed ->
                        removed.number() < SLICE ? CompletableFuture.completedStage(null) : acknowledge(shard, last));
    }

    CompletionStage<Void> setAside(Shard shard, EntryId entry, String reason) {
        List<String> keys =
                List.of(RedisKeys.orders(shard), RedisKeys.deadOrders(shard), RedisKeys.deadOrderIds(shard));
        return link.run(SET_ASIDE, keys, List.of(entry.toString(), reason)).thenAccept(_ -> {});
    }
}
