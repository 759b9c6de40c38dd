package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.SaleSnapshot;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.UnitsAdded;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * The queue on Redis. Each admission and each return is one script; the clock of a sale is that of Redis. A sale's keys
 * and the stream of its shard share a hash tag.
 */
public final class RedisOrderQueue implements OrderQueue {
    private static final LuaScript ADMIT = LuaScript.load("admit-buyers-5");
    private static final LuaScript UNFENCE = LuaScript.load("unfence-shard-2");
    private static final LuaScript GIVE_BACK = LuaScript.load("give-back-unit-2");
    private static final LuaScript ADD_UNITS = LuaScript.load("add-units-2");
    private static final LuaScript REMOVE = LuaScript.load("remove-sale-4");

    /** More would hold up Redis, and the stack of a script holds no more values than some thousands. */
    private static final int MOST_AT_ONCE = 1_000;

    private final RedisLink link;
    private final OrderStream stream;
    private final SaleOpening opening;
    private final String maxBacklog;

    /** @param maxBacklog so many orders may wait on a shard; then nobody is admitted */
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
    public CompletionStage<Boolean> adjust(FlashSale sale) {
        return opening.adjust(sale);
    }

    @Override
    public CompletionStage<UnitsAdded> addUnits(Shard shard, VoucherId voucher, long adjustment, long units) {
        List<String> keys = List.of(RedisKeys.sale(shard, voucher), RedisKeys.adjustments(shard, voucher));
        return link.run(ADD_UNITS, keys, List.of(Long.toString(adjustment), Long.toString(units)))
                .thenApply(reply -> switch (Math.toIntExact(reply.number())) {
                    case 1 -> UnitsAdded.APPLIED;
                    case 0 -> UnitsAdded.TOO_FEW;
                    default -> UnitsAdded.NO_SUCH_SALE;
                });
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        List<String> keys = List.of(
                RedisKeys.orders(sale.shard()),
                RedisKeys.sale(sale.shard(), sale.voucher()),
                RedisKeys.buyers(sale.shard(), sale.voucher()),
                RedisKeys.adjustments(sale.shard(), sale.voucher()));
        return link.run(REMOVE, keys, List.of(Long.toString(sale.window().end().toEpochMilli())))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Void> unfence(Shard shard, EntryId lastSettled) {
        return link.run(
                        UNFENCE,
                        List.of(RedisKeys.epoch(shard), RedisKeys.orders(shard)),
                        List.of(StreamPlace.of(lastSettled).entry()))
                .thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<List<Admission>> admit(Shard shard, VoucherId voucher, List<AdmissionRequest> requests) {
        if (requests.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("not more than " + MOST_AT_ONCE + " buyers at once");
        }
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.queued(shard),
                RedisKeys.orders(shard));
        List<String> arguments = new ArrayList<>(2 + 3 * requests.size());
        arguments.add(Long.toString(voucher.value()));
        arguments.add(maxBacklog);
        for (AdmissionRequest request : requests) {
            arguments.add(Long.toString(request.purchase().order().value()));
            arguments.add(Long.toString(request.purchase().buyer().value()));
            arguments.add(request.requestKey());
        }
        return link.run(ADMIT, keys, arguments).thenApply(reply -> Admissions.parse(reply.text(), requests));
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Shard shard, VoucherId voucher, UserId buyer) {
        return link.read(Request.cmd(Command.HGET)
                        .arg(RedisKeys.buyers(shard, voucher))
                        .arg(buyer.value()))
                .thenApply(reply -> reply.textIfAny().map(RedisOrderQueue::order));
    }

    @Override
    public CompletionStage<Void> eachBuyer(Shard shard, VoucherId voucher, Consumer<UserId> each) {
        return eachBuyer(RedisKeys.buyers(shard, voucher), "0", each);
    }

    private CompletionStage<Void> eachBuyer(String buyers, String cursor, Consumer<UserId> each) {
        return link.send(Request.cmd(Command.HSCAN)
                        .arg(buyers)
                        .arg(cursor)
                        .arg("COUNT")
                        .arg(MOST_AT_ONCE))
                .thenCompose(reply -> {
                    List<Reply> usersAndOrders = reply.parts().getLast().parts();
                    for (int i = 0; i < usersAndOrders.size(); i += 2) {
                        each.accept(new UserId(
                                StoredNumbers.positive(usersAndOrders.get(i).text())));
                    }
                    String next = reply.parts().getFirst().text();
                    return next.equals("0") ? CompletableFuture.completedStage(null) : eachBuyer(buyers, next, each);
                });
    }

    /** A request key may stand behind it. */
    private static OrderId order(String stored) {
        int space = stored.indexOf(' ');
        return new OrderId(StoredNumbers.positive(space < 0 ? stored : stored.substring(0, space)));
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Shard shard, OrderId order) {
        return link.read(Request.cmd(Command.HGET).arg(RedisKeys.queued(shard)).arg(order.value()))
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
        return link.read(Request.cmd(Command.HGET)
                        .arg(RedisKeys.sale(shard, voucher))
                        .arg("free"))
                .thenApply(reply -> reply.textIfAny().map(StoredNumbers::any));
    }
}
