package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The queue on Redis. Each admission and each return is one script; the clock of a sale is that of Redis. A sale's keys
 * and the stream of its shard share a hash tag.
 */
public final class RedisOrderQueue implements OrderQueue {
    private static final LuaScript ADMIT = LuaScript.load("admit-buyer-5");
    private static final LuaScript UNFENCE = LuaScript.load("unfence-shard-2");
    private static final LuaScript GIVE_BACK = LuaScript.load("give-back-unit-2");

    private final RedisLink link;
    private final OrderStream stream;
    private final SaleOpening opening;
    private final String maxBacklog;

    /** @param maxBacklog so many entries may wait on a shard; then nobody is admitted */
    public RedisOrderQueue(RedisLink link, OrderStream stream, long maxBacklog) {
        this.link = link;
        this.stream = stream;
        this.opening = new SaleOpening(link);
        this.maxBacklog = Long.toString(maxBacklog);
    }

    @Override
    public CompletionStage<Void> open(SaleSnapshot snapshot) {
        return opening.open(snapshot);
    }

    @Override
    public CompletionStage<Void> unfence(Shard shard, EntryId lastSettled) {
        return link.run(
                        UNFENCE,
                        List.of(RedisKeys.epoch(shard), RedisKeys.orders(shard)),
                        List.of(lastSettled.toString()))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Admission> admit(Shard shard, Purchase purchase) {
        VoucherId voucher = purchase.voucher();
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.queued(shard),
                RedisKeys.orders(shard));
        List<String> arguments = List.of(
                Long.toString(purchase.order().value()),
                Long.toString(voucher.value()),
                Long.toString(purchase.buyer().value()),
                maxBacklog);
        return link.run(ADMIT, keys, arguments).thenApply(reply -> admission(reply.parts(), purchase));
    }

    private static Admission admission(List<Reply> parts, Purchase purchase) {
        long code = parts.getFirst().number();
        String text = parts.getLast().text();
        return switch ((int) code) {
            case 1 -> new Admission.Accepted(purchase.order());
            case 2 -> new Admission.AlreadyBought(new OrderId(StoredNumbers.positive(text)));
            case 3 -> new Admission.SoldOut();
            case 4 -> new Admission.NotStarted(Instant.ofEpochMilli(StoredNumbers.any(text)));
            case 5 -> new Admission.Ended();
            case 6 -> new Admission.Paused();
            case 7 -> new Admission.Unknown();
            case 8 -> throw new Unavailable("the shard is fenced");
            case 9 -> throw new Unavailable("the stream of the shard is full");
            default -> throw new Corrupt("no such answer to an admission: " + code);
        };
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Shard shard, OrderId order) {
        return link.send(Request.cmd(Command.HGET).arg(RedisKeys.queued(shard)).arg(order.value()))
                .thenApply(reply -> reply.textIfAny().map(user -> new UserId(StoredNumbers.positive(user))));
    }

    @Override
    public CompletionStage<List<QueueEntry>> read(Shard shard, EntryId after, int max, Duration wait) {
        return stream.read(shard, after, max, wait);
    }

    @Override
    public CompletionStage<Void> acknowledge(Shard shard, EntryId last) {
        return stream.acknowledge(shard, last);
    }

    @Override
    public CompletionStage<Void> setAside(Shard shard, EntryId entry, String reason) {
        return stream.setAside(shard, entry, reason);
    }

    @Override
    public CompletionStage<Boolean> giveBack(Shard shard, Purchase purchase) {
        List<String> keys =
                List.of(RedisKeys.sale(shard, purchase.voucher()), RedisKeys.buyers(shard, purchase.voucher()));
        List<String> arguments = List.of(
                Long.toString(purchase.buyer().value()),
                Long.toString(purchase.order().value()));
        return link.run(GIVE_BACK, keys, arguments).thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Optional<Long>> free(Shard shard, VoucherId voucher) {
        return link.send(Request.cmd(Command.HGET)
                        .arg(RedisKeys.sale(shard, voucher))
                        .arg("free"))
                .thenApply(reply -> reply.textIfAny().map(StoredNumbers::any));
    }
}
