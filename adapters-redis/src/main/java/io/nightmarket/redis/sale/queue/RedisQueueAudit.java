package io.nightmarket.redis.sale.queue;

import static io.nightmarket.redis.sale.queue.ScriptTexts.number;
import static io.nightmarket.redis.sale.queue.ScriptTexts.shardClosed;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.QueueCount;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueAudit;
import io.nightmarket.domain.sale.queue.QueuedTerms;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** What the queue on Redis holds of a sale. */
final class RedisQueueAudit implements QueueAudit {
    private static final LuaScript COUNT = LuaScript.load("count-sale-4");
    private static final LuaScript OLDEST_WAIT = LuaScript.load("age-of-oldest-1");
    private static final LuaScript WAITING = LuaScript.load("find-waiting-2");
    private static final LuaScript REENQUEUE = LuaScript.load("reenqueue-orders-5");

    private final RedisLink link;

    RedisQueueAudit(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Optional<QueueCount>> count(Shard shard, VoucherId voucher) {
        List<String> keys = List.of(
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.adjustments(shard, voucher),
                RedisKeys.orders(shard));
        return link.run(COUNT, keys, List.of()).thenApply(reply -> {
            List<Reply> counts = reply.parts();
            return counts.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new QueueCount(
                            ScriptTexts.any(counts.getFirst().text()),
                            counts.get(1).number(),
                            counts.get(2).number(),
                            counts.get(3).number()));
        });
    }

    @Override
    public CompletionStage<Duration> oldestWait(Shard shard) {
        return link.run(OLDEST_WAIT, List.of(RedisKeys.orders(shard)), List.of())
                .thenApply(reply -> Duration.ofMillis(reply.number()));
    }

    @Override
    public CompletionStage<Optional<QueuedTerms>> terms(Shard shard, VoucherId voucher) {
        Request request = Request.cmd(Command.HMGET)
                .arg(RedisKeys.sale(shard, voucher))
                .arg("state")
                .arg("begin")
                .arg("end")
                .arg("version");
        return link.send(request).thenApply(reply -> {
            List<Reply> terms = reply.parts();
            return terms.getFirst().isNothing()
                    ? Optional.empty()
                    : Optional.of(new QueuedTerms(
                            SaleState.valueOf(terms.getFirst().text()),
                            new SaleWindow(time(terms.get(1)), time(terms.get(2))),
                            ScriptTexts.any(terms.get(3).text())));
        });
    }

    private static Instant time(Reply millis) {
        return Instant.ofEpochMilli(ScriptTexts.any(millis.text()));
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return link.send(Request.cmd(Command.SMEMBERS).arg(RedisKeys.adjustments(shard, voucher)))
                .thenApply(reply -> reply.parts().stream()
                        .map(id -> ScriptTexts.any(id.text()))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public CompletionStage<Set<OrderId>> waiting(Shard shard, Set<OrderId> orders) {
        return link.run(
                        WAITING,
                        List.of(RedisKeys.orders(shard), RedisKeys.queued(shard)),
                        orders.stream()
                                .map(order -> Long.toString(order.value()))
                                .toList())
                .thenApply(reply -> reply.parts().stream()
                        .map(order -> new OrderId(ScriptTexts.positive(order.text())))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public CompletionStage<Integer> reenqueue(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        OrderQueue.requireBatch(orders);
        Shard shard = epoch.shard();
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.queued(shard),
                RedisKeys.orders(shard));
        List<String> arguments = new ArrayList<>(List.of(Long.toString(voucher.value()), number(epoch)));
        for (Purchase purchase : orders) {
            arguments.add(Long.toString(purchase.order().value()));
            arguments.add(Long.toString(purchase.buyer().value()));
        }
        return link.run(REENQUEUE, keys, arguments).thenApply(reply -> {
            if (reply.number() < 0) {
                throw shardClosed();
            }
            return Math.toIntExact(reply.number());
        });
    }
}
