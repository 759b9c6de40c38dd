package io.nightmarket.redis.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.list.OrderListCache;
import io.nightmarket.domain.order.list.OrderListCache.Slice;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.redis.link.Batches;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.RedisLoadedSets;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** A buyer's list is one text: a letter for its state, and its cards, newest first, so that a page is one range of it. */
public final class RedisOrderLists extends RedisLoadedSets<UserId, Slice> implements OrderListCache {
    private static final LuaScript PUT = LuaScript.load("put-order-2");

    private static final char HAS_ALL = 'a';
    private static final char HAS_NEWEST = 'n';
    private static final int MAX_REQUESTS = 100_000;
    private static final String ORDER = "order";

    /** @param random names loads, and jitters expiries */
    public RedisOrderLists(RedisLink link, RandomGenerator random) {
        super(link, random);
    }

    @Override
    protected String copy(UserId buyer) {
        return RedisKeys.orderList(buyer);
    }

    /** Reads exactly the range of the first page; other pages are few, and are found in the whole list. */
    @Override
    public CompletionStage<Optional<Slice>> read(UserId buyer, Optional<Position> after, int max) {
        int length = OrderCard.WIDTH * (after.isPresent() ? MAX_ORDERS : max);
        return link.read(Request.cmd(Command.GETRANGE).arg(copy(buyer)).arg(0).arg(length))
                .thenApply(reply -> slice(buyer, reply.text(), after, max));
    }

    private static Optional<Slice> slice(UserId buyer, String text, Optional<Position> after, int max) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        List<Order> orders = new ArrayList<>(text.length() / OrderCard.WIDTH);
        for (int from = 1; from < text.length() && orders.size() < max; from += OrderCard.WIDTH) {
            Order order = OrderCard.read(buyer, text, from);
            if (after.isEmpty() || Position.of(order).compareTo(after.get()) < 0) {
                orders.add(order);
            }
        }
        return Optional.of(new Slice(orders, text.charAt(0) == HAS_ALL));
    }

    @Override
    protected List<String> content(UserId buyer, String load, Slice newest) {
        StringBuilder text = new StringBuilder(1 + newest.orders().size() * OrderCard.WIDTH);
        text.append(newest.hasAll() ? HAS_ALL : HAS_NEWEST);
        newest.orders().forEach(order -> OrderCard.write(order, text));
        return List.of("SET", text.toString());
    }

    @Override
    public CompletionStage<Void> put(List<Order> orders) {
        return Batches.callEach(orders, this::put);
    }

    private CompletionStage<?> put(Order order) {
        StringBuilder card = new StringBuilder(OrderCard.WIDTH);
        OrderCard.write(order, card);
        return link.run(PUT, keys(order.user()), List.of(card.toString(), Integer.toString(MAX_ORDERS)));
    }

    @Override
    public CompletionStage<Set<UserId>> known(Collection<UserId> buyers) {
        Set<UserId> known = ConcurrentHashMap.newKeySet();
        return OneByOne.doAll(
                        Batches.of(List.copyOf(buyers)),
                        part -> countKnown(part).thenCompose(count -> addKnown(count == 0 ? List.of() : part, known)))
                .thenApply(_ -> Set.copyOf(known));
    }

    /** One call for all of them: in a sale, few buyers have a loaded list. */
    private CompletionStage<Long> countKnown(List<UserId> buyers) {
        Request count = Request.cmd(Command.EXISTS);
        buyers.forEach(buyer -> keys(buyer).forEach(count::arg));
        return link.read(count).thenApply(Reply::number);
    }

    private CompletionStage<Void> addKnown(List<UserId> buyers, Set<UserId> known) {
        return Batches.callEach(
                buyers, buyer -> countKnown(List.of(buyer)).thenApply(count -> count > 0 && known.add(buyer)));
    }

    @Override
    public CompletionStage<Void> requestRepair(List<OrderId> orders) {
        return Batches.callEach(
                orders,
                order -> link.send(Request.cmd(Command.XADD)
                        .arg(RedisKeys.orderListRepairs())
                        .arg("MAXLEN")
                        .arg("~")
                        .arg(MAX_REQUESTS)
                        .arg("*")
                        .arg(ORDER)
                        .arg(order.value())));
    }

    @Override
    public CompletionStage<List<RepairRequest>> repairRequests(int max) {
        return link.send(Request.cmd(Command.XRANGE)
                        .arg(RedisKeys.orderListRepairs())
                        .arg("-")
                        .arg("+")
                        .arg("COUNT")
                        .arg(max))
                .thenApply(reply ->
                        reply.parts().stream().map(RedisOrderLists::request).toList());
    }

    private static RepairRequest request(Reply entry) {
        List<Reply> idAndFields = entry.parts();
        return new RepairRequest(
                idAndFields.getFirst().text(),
                new OrderId(Long.parseLong(idAndFields.get(1).parts().get(1).text())));
    }

    @Override
    public CompletionStage<Void> removeRequests(List<RepairRequest> requests) {
        Request removal = Request.cmd(Command.XDEL).arg(RedisKeys.orderListRepairs());
        requests.forEach(request -> removal.arg(request.id()));
        return link.send(removal).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Optional<Long>> compared() {
        return link.send(Request.cmd(Command.GET).arg(RedisKeys.orderListsCompared()))
                .thenApply(reply -> reply.textIfAny().map(Long::parseLong));
    }

    @Override
    public CompletionStage<Void> setCompared(long event) {
        return link.send(Request.cmd(Command.SET)
                        .arg(RedisKeys.orderListsCompared())
                        .arg(event))
                .thenAccept(_ -> {});
    }
}
