package io.nightmarket.redis.order;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.flashsale.Admission;
import io.nightmarket.domain.flashsale.FlashSale;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.AdmissionRequest;
import io.nightmarket.domain.order.BuyerMark;
import io.nightmarket.domain.order.BuyerSlice;
import io.nightmarket.domain.order.EntryId;
import io.nightmarket.domain.order.Epoch;
import io.nightmarket.domain.order.Fenced;
import io.nightmarket.domain.order.NewBuyers;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderQueue;
import io.nightmarket.domain.order.QueueCount;
import io.nightmarket.domain.order.QueueEntry;
import io.nightmarket.domain.order.SaleOpening;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue on Redis. Each admission and each return is one script; the clock of a sale is that of Redis. A sale's keys
 * and the stream of its shard share a hash tag.
 */
public final class RedisOrderQueue implements OrderQueue {
    private static final Logger LOG = LoggerFactory.getLogger(RedisOrderQueue.class);

    private static final LuaScript ADJUST = LuaScript.load("adjust-sale-1");
    private static final LuaScript ADMIT = LuaScript.load("admit-buyers-6");
    private static final LuaScript CHECK_EPOCH = LuaScript.load("check-epoch-1");
    private static final LuaScript FENCE = LuaScript.load("fence-shard-2");
    private static final LuaScript UNFENCE = LuaScript.load("unfence-shard-3");
    private static final LuaScript DISTRUST = LuaScript.load("distrust-shard-1");
    private static final LuaScript EMIT_AGAIN = LuaScript.load("emit-again-5");
    private static final LuaScript FIND = LuaScript.load("find-field-2");
    private static final LuaScript COUNT = LuaScript.load("count-sale-4");
    private static final LuaScript GIVE_BACK = LuaScript.load("give-back-unit-2");
    private static final LuaScript ADD_UNITS = LuaScript.load("add-units-3");
    private static final LuaScript REMOVE = LuaScript.load("remove-sale-5");

    private static final LuaScript NEW_BUYERS = LuaScript.load("read-new-buyers-3");
    private static final LuaScript WAITING = LuaScript.load("find-waiting-2");
    private static final LuaScript RAISE = LuaScript.load("raise-stream-2");
    private static final LuaScript DROP = LuaScript.load("drop-sale-5");

    private static final String FENCED = "fenced";

    /** Redis takes it for a hint; small hashes come as a whole, of some hundreds of buyers. */
    private static final int SLICE = 500;

    private final RedisLink link;
    private final OrderStream stream;
    private final String maxBacklog;

    /** @param maxBacklog the most orders that wait on a shard; then no buyer is admitted */
    public RedisOrderQueue(RedisLink link, OrderStream stream, long maxBacklog) {
        this.link = link;
        this.stream = stream;
        this.maxBacklog = Long.toString(maxBacklog);
    }

    @Override
    public CompletionStage<SaleOpening> beginOpening(FlashSale sale) {
        return CompletableFuture.completedStage(new RedisSaleOpening(link, sale));
    }

    @Override
    public CompletionStage<Boolean> adjust(FlashSale sale) {
        return link.run(ADJUST, List.of(RedisKeys.sale(sale.shard(), sale.voucher())), RedisSaleOpening.terms(sale))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<UnitsAdded> addUnits(Epoch epoch, VoucherId voucher, long adjustment, long units) {
        Shard shard = epoch.shard();
        List<String> keys =
                List.of(RedisKeys.epoch(shard), RedisKeys.sale(shard, voucher), RedisKeys.adjustments(shard, voucher));
        return link.run(ADD_UNITS, keys, List.of(number(epoch), Long.toString(adjustment), Long.toString(units)))
                .thenApply(reply -> switch (Math.toIntExact(reply.number())) {
                    case 1 -> UnitsAdded.APPLIED;
                    case 0 -> UnitsAdded.TOO_FEW;
                    case -1 -> UnitsAdded.NO_SUCH_SALE;
                    default -> throw new Unavailable("the shard is fenced");
                });
    }

    @Override
    public CompletionStage<Boolean> remove(FlashSale sale) {
        List<String> keys = List.of(
                RedisKeys.orders(sale.shard()),
                RedisKeys.sale(sale.shard(), sale.voucher()),
                RedisKeys.buyers(sale.shard(), sale.voucher()),
                RedisKeys.adjustments(sale.shard(), sale.voucher()),
                RedisKeys.newBuyers(sale.shard(), sale.voucher()));
        return link.run(REMOVE, keys, List.of()).thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> isOpen(Epoch epoch) {
        return link.run(CHECK_EPOCH, List.of(RedisKeys.epoch(epoch.shard())), List.of(number(epoch)))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Fenced> fence(Epoch epoch) {
        return link.run(
                        FENCE,
                        List.of(RedisKeys.epoch(epoch.shard()), RedisKeys.orders(epoch.shard())),
                        List.of(number(epoch)))
                .thenApply(reply -> {
                    List<Reply> parts = reply.parts();
                    if (parts.isEmpty()) {
                        throw new Conflict("a later epoch than " + epoch + " was begun");
                    }
                    return new Fenced(
                            StreamPlace.parse(parts.getFirst().text())
                                    .at(StreamPlace.WHOLE)
                                    .id(),
                            StoredNumbers.any(parts.get(1).text()),
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
        return link.run(DROP, keys, List.of(number(epoch))).thenAccept(reply -> {
            if (reply.number() == 0) {
                throw new Conflict("the shard is not being prepared for " + epoch);
            }
        });
    }

    @Override
    public CompletionStage<Void> raise(Epoch epoch, EntryId lastSettled) {
        Shard shard = epoch.shard();
        return link.run(
                        RAISE,
                        List.of(RedisKeys.epoch(shard), RedisKeys.orders(shard)),
                        List.of(number(epoch), StreamPlace.of(lastSettled).entry()))
                .thenAccept(reply -> {
                    if (reply.number() == 0) {
                        throw new Conflict("the shard is not being prepared for " + epoch);
                    }
                });
    }

    @Override
    public CompletionStage<Set<Long>> adjustments(Shard shard, VoucherId voucher) {
        return link.send(Request.cmd(Command.SMEMBERS).arg(RedisKeys.adjustments(shard, voucher)))
                .thenApply(reply -> reply.parts().stream()
                        .map(id -> StoredNumbers.any(id.text()))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    @Override
    public CompletionStage<Void> unfence(Epoch epoch, EntryId lastSettled) {
        Shard shard = epoch.shard();
        return link.run(
                        UNFENCE,
                        List.of(RedisKeys.epoch(shard), RedisKeys.orders(shard), RedisKeys.queued(shard)),
                        List.of(number(epoch), StreamPlace.of(lastSettled).entry()))
                .thenAccept(reply -> {
                    if (reply.number() == 0) {
                        throw new Conflict("the shard was not prepared for " + epoch);
                    }
                });
    }

    @Override
    public CompletionStage<Void> distrust(Epoch epoch) {
        return link.run(DISTRUST, List.of(RedisKeys.epoch(epoch.shard())), List.of(number(epoch)))
                .thenAccept(_ -> {});
    }

    private static String number(Epoch epoch) {
        return Long.toString(epoch.number());
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
                            StoredNumbers.any(counts.getFirst().text()),
                            counts.get(1).number(),
                            counts.get(2).number(),
                            counts.get(3).number()));
        });
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        checkSize(requests);
        Shard shard = epoch.shard();
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.queued(shard),
                RedisKeys.orders(shard),
                RedisKeys.newBuyers(shard, voucher));
        List<String> arguments = new ArrayList<>(3 + 3 * requests.size());
        arguments.add(Long.toString(voucher.value()));
        arguments.add(maxBacklog);
        arguments.add(number(epoch));
        for (AdmissionRequest request : requests) {
            arguments.add(Long.toString(request.purchase().order().value()));
            arguments.add(Long.toString(request.purchase().buyer().value()));
            arguments.add(request.requestKey());
        }
        return link.run(ADMIT, keys, arguments).thenApply(reply -> Admissions.parse(reply.text(), requests));
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        return find(epoch, RedisKeys.buyers(epoch.shard(), voucher), buyer.value())
                .thenApply(stored -> stored.map(RedisOrderQueue::order));
    }

    private CompletionStage<Optional<String>> find(Epoch epoch, String hash, long field) {
        return link.run(
                        FIND,
                        List.of(RedisKeys.epoch(epoch.shard()), hash),
                        List.of(number(epoch), Long.toString(field)))
                .thenApply(reply -> {
                    Optional<String> found = reply.textIfAny();
                    if (found.filter(FENCED::equals).isPresent()) {
                        throw fenced();
                    }
                    return found;
                });
    }

    /** The stack of a script holds no more values than some thousands. */
    private static void checkSize(List<?> buyers) {
        if (buyers.size() > MOST_AT_ONCE) {
            throw new IllegalArgumentException("not more than " + MOST_AT_ONCE + " buyers at once");
        }
    }

    @Override
    public CompletionStage<Integer> emitAgain(Epoch epoch, VoucherId voucher, List<Purchase> orders) {
        checkSize(orders);
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
        return link.run(EMIT_AGAIN, keys, arguments).thenApply(reply -> {
            if (reply.number() < 0) {
                throw fenced();
            }
            return Math.toIntExact(reply.number());
        });
    }

    private static Unavailable fenced() {
        return new Unavailable("the shard is fenced");
    }

    @Override
    public CompletionStage<BuyerSlice> buyers(Shard shard, VoucherId voucher, long cursor) {
        return link.send(Request.cmd(Command.HSCAN)
                        .arg(RedisKeys.buyers(shard, voucher))
                        .arg(Long.toUnsignedString(cursor))
                        .arg("COUNT")
                        .arg(SLICE))
                .thenApply(reply -> new BuyerSlice(
                        purchases(voucher, reply.parts().getLast().parts()),
                        Long.parseUnsignedLong(reply.parts().getFirst().text())));
    }

    @Override
    public CompletionStage<NewBuyers> buyersAfter(Shard shard, VoucherId voucher, BuyerMark mark) {
        return link.run(
                        NEW_BUYERS,
                        List.of(
                                RedisKeys.sale(shard, voucher),
                                RedisKeys.newBuyers(shard, voucher),
                                RedisKeys.epoch(shard)),
                        List.of(Long.toString(mark.opening()), Long.toString(mark.position()), Integer.toString(SLICE)))
                .thenApply(reply -> {
                    List<Reply> read = reply.parts();
                    if (read.isEmpty()) {
                        throw new Unavailable("the queue has no such sale");
                    }
                    return new NewBuyers(
                            read.stream()
                                    .skip(2)
                                    .map(user -> new UserId(StoredNumbers.positive(user.text())))
                                    .toList(),
                            new BuyerMark(
                                    StoredNumbers.positive(read.getFirst().text()),
                                    read.get(1).number()));
                });
    }

    /** What can't be read was not written by this program, and must not hide the others. */
    private static List<Purchase> purchases(VoucherId voucher, List<Reply> usersAndOrders) {
        List<Purchase> purchases = new ArrayList<>(usersAndOrders.size() / 2);
        for (int i = 0; i < usersAndOrders.size(); i += 2) {
            String user = usersAndOrders.get(i).text();
            try {
                purchases.add(new Purchase(
                        order(usersAndOrders.get(i + 1).text()), voucher, new UserId(StoredNumbers.positive(user))));
            } catch (Corrupt e) {
                LOG.warn("A reservation of voucher {} can't be read: buyer {}: {}", voucher, user, e.getMessage());
            }
        }
        return purchases;
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
                        .map(order -> new OrderId(StoredNumbers.positive(order.text())))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** A request key may stand behind it. */
    private static OrderId order(String stored) {
        int space = stored.indexOf(' ');
        return new OrderId(StoredNumbers.positive(space < 0 ? stored : stored.substring(0, space)));
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        return find(epoch, RedisKeys.queued(epoch.shard()), order.value())
                .thenApply(stored -> stored.map(user -> new UserId(StoredNumbers.positive(user))));
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
