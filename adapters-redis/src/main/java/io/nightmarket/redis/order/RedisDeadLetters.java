package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.DeadLetter;
import io.nightmarket.domain.order.DeadLetters;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Dead letters in a stream of each shard, as set-aside-order writes them. */
public final class RedisDeadLetters implements DeadLetters {
    private static final LuaScript REPLAY = LuaScript.load("replay-letter-7");
    private static final LuaScript PURGE = LuaScript.load("purge-letter-2");

    private final RedisLink link;

    public RedisDeadLetters(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<List<DeadLetter>> list(Shard shard, EntryId after, int max) {
        return range(shard, "(" + after, "+", max);
    }

    private CompletionStage<List<DeadLetter>> range(Shard shard, String from, String to, int max) {
        return link.send(Request.cmd(Command.XRANGE)
                        .arg(RedisKeys.deadOrders(shard))
                        .arg(from)
                        .arg(to)
                        .arg("COUNT")
                        .arg(max))
                .thenApply(reply ->
                        reply.parts().stream().map(RedisDeadLetters::letter).toList());
    }

    private static DeadLetter letter(Reply found) {
        List<Reply> idAndFields = found.parts();
        List<Reply> fields = idAndFields.getLast().parts();
        return new DeadLetter(
                EntryId.parse(idAndFields.getFirst().text()),
                EntryId.parse(fields.get(1).text()),
                fields.get(3).text(),
                StreamEntries.firstOfEach(fields.subList(4, fields.size())));
    }

    @Override
    public CompletionStage<Replay> replay(Shard shard, EntryId letter, OrderId fresh) {
        return range(shard, letter.toString(), letter.toString(), 1)
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedStage(Replay.NO_SUCH_LETTER)
                        : replay(shard, found.getFirst(), fresh));
    }

    private CompletionStage<Replay> replay(Shard shard, DeadLetter letter, OrderId fresh) {
        Optional<VoucherId> voucher = number(letter.fields(), "voucher").map(VoucherId::new);
        Optional<UserId> buyer = number(letter.fields(), "user").map(UserId::new);
        if (voucher.isEmpty() || buyer.isEmpty()) {
            return CompletableFuture.completedStage(Replay.UNREADABLE);
        }
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.deadOrders(shard),
                RedisKeys.deadOrderIds(shard),
                RedisKeys.sale(shard, voucher.get()),
                RedisKeys.buyers(shard, voucher.get()),
                RedisKeys.queued(shard),
                RedisKeys.orders(shard));
        List<String> arguments = List.of(
                letter.id().toString(),
                letter.entry().toString(),
                Long.toString(voucher.get().value()),
                Long.toString(buyer.get().value()),
                Long.toString(fresh.value()));
        return link.run(REPLAY, keys, arguments).thenApply(reply -> outcome(reply.number()));
    }

    private static Replay outcome(long result) {
        return switch (Math.toIntExact(result)) {
            case 1 -> Replay.REPLAYED;
            case 2 -> Replay.NO_SUCH_LETTER;
            case 3 -> Replay.NO_SUCH_SALE;
            case 4 -> Replay.SOLD_OUT;
            case 5 -> Replay.HAS_ORDER;
            case 8 -> throw new Unavailable("the shard is fenced");
            default -> throw new Corrupt("no such answer to a replay: " + result);
        };
    }

    private static Optional<Long> number(Map<String, String> fields, String name) {
        try {
            return Optional.ofNullable(fields.get(name)).map(StoredNumbers::positive);
        } catch (Corrupt _) {
            return Optional.empty();
        }
    }

    @Override
    public CompletionStage<Boolean> purge(Shard shard, EntryId letter) {
        return link.run(
                        PURGE,
                        List.of(RedisKeys.deadOrders(shard), RedisKeys.deadOrderIds(shard)),
                        List.of(letter.toString()))
                .thenApply(reply -> reply.number() == 1);
    }
}
