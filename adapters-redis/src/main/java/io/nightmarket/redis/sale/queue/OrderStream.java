package io.nightmarket.redis.sale.queue;

import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The streams of orders. An entry has the orders that one call admitted. They are read by cursor, without a consumer
 * group: the last settled entry stands in the database alone. Reads that wait have a connection for each shard, because
 * a connection that waits answers nothing else.
 */
public final class OrderStream {
    private static final LuaScript ACKNOWLEDGE = LuaScript.load("acknowledge-orders-2");
    /** The most entries removed by one script, which holds up all others meanwhile. */
    private static final int SLICE = 32;

    /** Before anything was read. */
    private static final int USUAL_ORDERS = 64;

    private final RedisLink link;
    private final WaitingLinks waiting;
    private final Map<Shard, Integer> ordersPerEntry = new ConcurrentHashMap<>();

    public OrderStream(RedisLink link, WaitingLinks waiting) {
        this.link = link;
        this.waiting = waiting;
    }

    CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        // The last entry that was read may have more orders; where it has none, reading goes on behind it.
        return gather(shard, StreamEntries.justBefore(after), after, max, Duration.ZERO)
                .thenCompose(orders -> orders.isEmpty() && wait.toMillis() > 0
                        ? gather(shard, StreamEntries.name(after), after, max, wait)
                        : CompletableFuture.completedStage(orders));
    }

    /** The orders after this one of the entries behind {@code from}; how many an entry has is guessed. */
    private CompletionStage<List<QueueEntry>> gather(Shard shard, String from, EntryId after, int max, Duration wait) {
        int count = Math.max(1, max / ordersPerEntry.getOrDefault(shard, USUAL_ORDERS));
        return entries(shard, from, count, wait).thenCompose(entries -> {
            if (entries.isEmpty()) {
                return CompletableFuture.completedStage(List.of());
            }
            ordersPerEntry.put(shard, entries.stream().mapToInt(List::size).sum() / entries.size());
            List<QueueEntry> orders = entries.stream()
                    .flatMap(List::stream)
                    .filter(entry -> entry.id().compareTo(after) > 0)
                    .limit(max)
                    .toList();
            if (orders.size() == max || entries.size() < count) {
                return CompletableFuture.completedStage(orders);
            }
            String last = StreamEntries.name(entries.getLast().getFirst().id());
            return gather(shard, last, after, max - orders.size(), Duration.ZERO)
                    .thenApply(more ->
                            Stream.concat(orders.stream(), more.stream()).toList());
        });
    }

    private CompletionStage<List<List<QueueEntry>>> entries(Shard shard, String behind, int count, Duration wait) {
        Request read = Request.cmd(Command.XREAD).arg("COUNT").arg(count);
        // To Redis a block of 0 means for ever.
        boolean waits = wait.toMillis() > 0;
        if (waits) {
            read.arg("BLOCK").arg(wait.toMillis());
        }
        read.arg("STREAMS").arg(RedisKeys.orders(shard)).arg(behind);
        return (waits ? waiting.of(shard).thenCompose(own -> own.send(read, wait)) : link.send(read))
                .thenApply(StreamEntries::of);
    }

    CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        List<String> keys = List.of(RedisKeys.orders(shard), RedisKeys.queued(shard));
        List<String> arguments =
                List.of(StreamEntries.name(last), Integer.toString(StreamEntries.count(last)), Integer.toString(SLICE));
        return link.run(ACKNOWLEDGE, keys, arguments)
                .thenCompose(seen ->
                        seen.number() < SLICE ? CompletableFuture.completedStage(null) : acknowledge(shard, last));
    }
}
