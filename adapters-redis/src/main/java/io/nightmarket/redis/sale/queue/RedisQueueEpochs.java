package io.nightmarket.redis.sale.queue;

import static io.nightmarket.redis.sale.queue.ScriptTexts.number;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.BegunEpoch;
import io.nightmarket.domain.sale.queue.QueueEpochs;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Epochs of the shards on Redis; the key of an epoch names the server that it began on. */
final class RedisQueueEpochs implements QueueEpochs {
    private static final LuaScript CHECK_EPOCH = LuaScript.load("check-epoch-1");
    private static final LuaScript CLOSE = LuaScript.load("begin-epoch-2");
    private static final LuaScript DROP = LuaScript.load("drop-sale-5");
    private static final LuaScript RAISE_IDS = LuaScript.load("raise-entry-ids-2");
    private static final LuaScript OPEN = LuaScript.load("open-shard-3");
    private static final LuaScript CLOSE_SHARD = LuaScript.load("close-shard-1");

    private final RedisLink link;

    RedisQueueEpochs(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return link.run(CHECK_EPOCH, List.of(RedisKeys.epoch(epoch.shard())), List.of(number(epoch)))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<BegunEpoch> beginEpoch(Epoch epoch) {
        return link.run(
                        CLOSE,
                        List.of(RedisKeys.epoch(epoch.shard()), RedisKeys.orders(epoch.shard())),
                        List.of(number(epoch)))
                .thenApply(reply -> {
                    List<Reply> parts = reply.parts();
                    if (parts.isEmpty()) {
                        throw new Conflict("a later epoch than " + epoch + " was begun");
                    }
                    return new BegunEpoch(
                            StreamEntries.whole(parts.getFirst().text()),
                            ScriptTexts.any(parts.get(1).text()),
                            parts.get(2).number());
                });
    }

    @Override
    public CompletionStage<Void> drop(Epoch epoch, VoucherId voucher) {
        Shard shard = epoch.shard();
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.adjustments(shard, voucher),
                RedisKeys.newBuyers(shard, voucher));
        return prepare(epoch, DROP, keys, List.of(number(epoch)));
    }

    @Override
    public CompletionStage<Void> raiseEntryIds(Epoch epoch, EntryId lastSettled) {
        Shard shard = epoch.shard();
        return prepare(
                epoch,
                RAISE_IDS,
                List.of(RedisKeys.epoch(shard), RedisKeys.orders(shard)),
                List.of(number(epoch), StreamEntries.name(lastSettled)));
    }

    @Override
    public CompletionStage<Void> open(Epoch epoch, EntryId lastSettled) {
        Shard shard = epoch.shard();
        return prepare(
                epoch,
                OPEN,
                List.of(RedisKeys.epoch(shard), RedisKeys.orders(shard), RedisKeys.queued(shard)),
                List.of(number(epoch), StreamEntries.name(lastSettled)));
    }

    /** Runs a script that answers 0 when the shard is not being prepared for the epoch. */
    private CompletionStage<Void> prepare(Epoch epoch, LuaScript script, List<String> keys, List<String> arguments) {
        return link.run(script, keys, arguments).thenAccept(reply -> {
            if (reply.number() == 0) {
                throw new Conflict("the shard is not being prepared for " + epoch);
            }
        });
    }

    @Override
    public CompletionStage<Void> close(Epoch epoch) {
        return link.run(CLOSE_SHARD, List.of(RedisKeys.epoch(epoch.shard())), List.of(number(epoch)))
                .thenAccept(_ -> {});
    }
}
