package io.nightmarket.redis.orderlist;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.orderlist.OrderListCache;
import io.nightmarket.domain.orderlist.OrderPages.Position;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A buyer's list is a sorted set of ids, which gives the order, and a hash of cards. */
public final class RedisOrderLists implements OrderListCache {
    private static final LuaScript READ = LuaScript.load("read-order-list-2");
    private static final LuaScript BEGIN = LuaScript.load("begin-order-list-1");
    private static final LuaScript STORE = LuaScript.load("store-order-list-2");
    private static final LuaScript PUT = LuaScript.load("put-order-2");

    private static final Duration TTL = Duration.ofHours(1);
    private static final Duration MAX_JITTER = Duration.ofMinutes(6);
    private static final Duration LOADING_TTL = Duration.ofSeconds(10);
    private static final String HAS_ALL = "all";
    private static final String HAS_NEWEST = "newest";
    private static final int MAX_REQUESTS = 100_000;
    private static final String ORDER = "order";
    private static final int MAX_AT_ONCE = 128;

    private final RedisLink link;
    private final RandomGenerator random;

    /** @param random jitter of expiries */
    public RedisOrderLists(RedisLink link, RandomGenerator random) {
        this.link = link;
        this.random = random;
    }

    private static List<String> keys(UserId buyer) {
        return List.of(RedisKeys.orderIds(buyer), RedisKeys.orderCards(buyer));
    }

    @Override
    public CompletionStage<Optional<Slice>> read(UserId buyer, Optional<Position> after, int max) {
        List<String> arguments = List.of(
                after.map(position -> Long.toString(position.score())).orElse(""),
                after.map(position -> OrderCard.member(position.id())).orElse(""),
                Integer.toString(max));
        return link.runReading(READ, keys(buyer), arguments).thenApply(reply -> slice(buyer, reply.parts()));
    }

    private static Optional<Slice> slice(UserId buyer, List<Reply> parts) {
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        List<Order> orders = new ArrayList<>(parts.size() / 2);
        for (int i = 1; i < parts.size(); i += 2) {
            orders.add(OrderCard.read(
                    buyer, OrderCard.id(parts.get(i).text()), parts.get(i + 1).text()));
        }
        return Optional.of(new Slice(orders, HAS_ALL.equals(parts.getFirst().text())));
    }

    @Override
    public CompletionStage<Boolean> beginLoad(UserId buyer, String load) {
        return link.run(
                        BEGIN,
                        List.of(RedisKeys.orderCards(buyer)),
                        List.of(load, Long.toString(LOADING_TTL.toMillis())))
                .thenApply(reply -> reply.number() == 1);
    }

    @Override
    public CompletionStage<Boolean> store(UserId buyer, String load, Slice newest) {
        long ttl = TTL.plusMillis(random.nextLong(MAX_JITTER.toMillis())).toMillis();
        List<String> arguments =
                new ArrayList<>(List.of(load, Long.toString(ttl), newest.hasAll() ? HAS_ALL : HAS_NEWEST));
        for (Order order : newest.orders()) {
            arguments.addAll(card(order));
        }
        return link.run(STORE, keys(buyer), arguments).thenApply(reply -> reply.number() == 1);
    }

    private static List<String> card(Order order) {
        return List.of(Long.toString(Position.of(order).score()), OrderCard.member(order.id()), OrderCard.write(order));
    }

    @Override
    public CompletionStage<Void> put(List<Order> orders) {
        return OneByOne.doAll(
                parts(orders), part -> all(part.stream().map(this::put).toList()));
    }

    private CompletionStage<?> put(Order order) {
        List<String> arguments = new ArrayList<>(card(order));
        arguments.add(Integer.toString(MAX_ORDERS));
        return link.run(PUT, keys(order.user()), arguments);
    }

    private static CompletionStage<Void> all(List<? extends CompletionStage<?>> calls) {
        return CompletableFuture.allOf(
                calls.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new));
    }

    /** To be done one after the other: a batch of a sale must not take the connection's places from the locks. */
    private static <T> List<List<T>> parts(List<T> all) {
        return IntStream.iterate(0, from -> from < all.size(), from -> from + MAX_AT_ONCE)
                .mapToObj(from -> all.subList(from, Math.min(all.size(), from + MAX_AT_ONCE)))
                .toList();
    }

    @Override
    public CompletionStage<Set<UserId>> known(Collection<UserId> buyers) {
        Set<UserId> known = ConcurrentHashMap.newKeySet();
        return OneByOne.doAll(
                        parts(List.copyOf(buyers)),
                        part -> countKnown(part)
                                .thenCompose(count ->
                                        count == 0 ? CompletableFuture.completedStage(null) : addKnown(part, known)))
                .thenApply(_ -> Set.copyOf(known));
    }

    /** One call for all of them: in a sale, few buyers have a loaded list. */
    private CompletionStage<Long> countKnown(List<UserId> buyers) {
        Request count = Request.cmd(Command.EXISTS);
        buyers.forEach(buyer -> count.arg(RedisKeys.orderCards(buyer)));
        return link.read(count).thenApply(Reply::number);
    }

    private CompletionStage<Void> addKnown(List<UserId> buyers, Set<UserId> known) {
        return all(buyers.stream()
                .map(buyer -> countKnown(List.of(buyer)).thenAccept(count -> {
                    if (count == 1) {
                        var _ = known.add(buyer);
                    }
                }))
                .toList());
    }

    @Override
    public CompletionStage<Void> requestRepair(List<OrderId> orders) {
        return OneByOne.doAll(
                parts(orders),
                part -> all(part.stream()
                        .map(order -> link.send(Request.cmd(Command.XADD)
                                .arg(RedisKeys.orderListRepairs())
                                .arg("MAXLEN")
                                .arg("~")
                                .arg(MAX_REQUESTS)
                                .arg("*")
                                .arg(ORDER)
                                .arg(order.value())))
                        .toList()));
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
