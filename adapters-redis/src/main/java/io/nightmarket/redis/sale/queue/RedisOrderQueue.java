package io.nightmarket.redis.sale.queue;

import static io.nightmarket.redis.sale.queue.ScriptTexts.number;
import static io.nightmarket.redis.sale.queue.ScriptTexts.shardClosed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.Admission;
import io.nightmarket.domain.sale.EntryId;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.AdmissionRequest;
import io.nightmarket.domain.sale.queue.OrderQueue;
import io.nightmarket.domain.sale.queue.QueueEntry;
import io.nightmarket.domain.sale.queue.QueuePorts;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The queue on Redis. Each admission and each release is one script; the clock of a sale is that of Redis. A sale's keys
 * and the stream of its shard share a hash tag.
 */
public final class RedisOrderQueue implements OrderQueue {
    private static final LuaScript ADMIT = LuaScript.load("admit-buyers-6");
    private static final LuaScript FIND = LuaScript.load("find-field-2");
    private static final LuaScript RELEASE = LuaScript.load("release-unit-3");
    private static final LuaScript RESERVE = LuaScript.load("reserve-again-4");

    private static final String CLOSED = "closed";
    private static final String NEXT_IN_LINE = "1";
    private static final String ANYONE = "0";

    private final RedisLink link;
    private final OrderStream stream;
    private final String maxBacklog;

    /**
     * The ports of the queue on Redis.
     *
     * @param maxBacklog the most orders that wait on a shard; then no buyer is admitted
     */
    public static QueuePorts ports(RedisLink link, OrderStream stream, long maxBacklog) {
        return new QueuePorts(
                new RedisOrderQueue(link, stream, maxBacklog),
                new RedisQueuedSales(link),
                new RedisQueueEpochs(link),
                new RedisQueuedBuyers(link),
                new RedisQueueAudit(link));
    }

    private RedisOrderQueue(RedisLink link, OrderStream stream, long maxBacklog) {
        this.link = link;
        this.stream = stream;
        this.maxBacklog = Long.toString(maxBacklog);
    }

    @Override
    public CompletionStage<List<Admission>> admit(Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests) {
        return admit(epoch, voucher, requests, ANYONE);
    }

    @Override
    public CompletionStage<List<Admission>> admitNext(Epoch epoch, VoucherId voucher, List<Purchase> next) {
        List<AdmissionRequest> requests = next.stream()
                .map(purchase -> new AdmissionRequest(purchase, ""))
                .toList();
        return admit(epoch, voucher, requests, NEXT_IN_LINE);
    }

    private CompletionStage<List<Admission>> admit(
            Epoch epoch, VoucherId voucher, List<AdmissionRequest> requests, String whom) {
        OrderQueue.requireBatch(requests);
        Shard shard = epoch.shard();
        List<String> keys = List.of(
                RedisKeys.epoch(shard),
                RedisKeys.sale(shard, voucher),
                RedisKeys.buyers(shard, voucher),
                RedisKeys.queued(shard),
                RedisKeys.orders(shard),
                RedisKeys.newBuyers(shard, voucher));
        List<String> arguments = new ArrayList<>(4 + 3 * requests.size());
        arguments.add(Long.toString(voucher.value()));
        arguments.add(maxBacklog);
        arguments.add(number(epoch));
        arguments.add(whom);
        for (AdmissionRequest request : requests) {
            arguments.add(Long.toString(request.purchase().order().value()));
            arguments.add(Long.toString(request.purchase().buyer().value()));
            arguments.add(request.requestKey());
        }
        return link.run(ADMIT, keys, arguments).thenApply(reply -> AdmissionReply.parse(reply, requests));
    }

    @Override
    public CompletionStage<Optional<OrderId>> findOrder(Epoch epoch, VoucherId voucher, UserId buyer) {
        return find(epoch, RedisKeys.buyers(epoch.shard(), voucher), buyer.value())
                .thenApply(stored -> stored.map(ScriptTexts::order));
    }

    @Override
    public CompletionStage<Optional<UserId>> findQueued(Epoch epoch, OrderId order) {
        return find(epoch, RedisKeys.queued(epoch.shard()), order.value())
                .thenApply(stored -> stored.map(user -> new UserId(ScriptTexts.positive(user))));
    }

    private CompletionStage<Optional<String>> find(Epoch epoch, String hash, long field) {
        return link.run(
                        FIND,
                        List.of(RedisKeys.epoch(epoch.shard()), hash),
                        List.of(number(epoch), Long.toString(field)))
                .thenApply(reply -> {
                    Optional<String> found = reply.textIfAny();
                    if (found.filter(CLOSED::equals).isPresent()) {
                        throw shardClosed();
                    }
                    return found;
                });
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
    public CompletionStage<Release> release(Epoch epoch, Purchase purchase) {
        List<String> keys = List.of(
                RedisKeys.epoch(epoch.shard()),
                RedisKeys.sale(epoch.shard(), purchase.voucher()),
                RedisKeys.buyers(epoch.shard(), purchase.voucher()));
        return link.run(RELEASE, keys, arguments(epoch, purchase)).thenApply(RedisOrderQueue::released);
    }

    private static List<String> arguments(Epoch epoch, Purchase purchase) {
        return List.of(
                number(epoch),
                Long.toString(purchase.buyer().value()),
                Long.toString(purchase.order().value()),
                Long.toString(purchase.revision()));
    }

    @Override
    public CompletionStage<Reservation> reserve(Epoch epoch, Purchase purchase) {
        List<String> keys = List.of(
                RedisKeys.epoch(epoch.shard()),
                RedisKeys.sale(epoch.shard(), purchase.voucher()),
                RedisKeys.buyers(epoch.shard(), purchase.voucher()),
                RedisKeys.newBuyers(epoch.shard(), purchase.voucher()));
        return link.run(RESERVE, keys, arguments(epoch, purchase)).thenApply(RedisOrderQueue::reserved);
    }

    private static Reservation reserved(Reply reply) {
        return switch ((int) reply.number()) {
            case 1 -> Reservation.RESERVED;
            case 2 -> Reservation.BUYER_HAS_ONE;
            case 3 -> Reservation.SOLD_OUT;
            case -1 -> Reservation.NO_SUCH_SALE;
            default -> throw shardClosed();
        };
    }

    private static Release released(Reply reply) {
        return switch ((int) reply.number()) {
            case 1 -> Release.RELEASED;
            case 0 -> Release.NOT_RESERVED;
            case -1 -> Release.NO_SUCH_SALE;
            default -> throw shardClosed();
        };
    }
}
