package io.nightmarket.redis.shop;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** The index in Redis: of each type one geo set. A shop whose type changed moves between the sets of the types. */
public final class RedisShopIndex implements ShopIndex {
    private static final LuaScript PLACE = LuaScript.load("place-shops-4");
    private static final LuaScript REMOVE = LuaScript.load("remove-shop-2");
    private static final LuaScript BEGIN = LuaScript.load("begin-index-4");
    private static final LuaScript USE = LuaScript.load("use-index-2");
    private static final LuaScript READ = LuaScript.load("read-index-1");

    /** A shop's type changes rarely, and hardly ever between two calls. */
    private static final int MAX_TRIES = 10;
    /** Well below what Lua unpacks at once. */
    private static final int SLICE = 500;

    private final RedisLink link;

    public RedisShopIndex(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Void> place(List<ShopCoordinates> shops) {
        Map<Long, List<ShopCoordinates>> byType = shops.stream().collect(Collectors.groupingBy(ShopCoordinates::type));
        return OneByOne.doAll(
                byType.values().stream()
                        .flatMap(ofType -> ofType.stream().gather(Gatherers.windowFixed(SLICE)))
                        .toList(),
                slice -> place(slice, slice.getFirst().type(), MAX_TRIES));
    }

    /** @param had the type that the shops, which have one type now, are thought to have had */
    private CompletionStage<Void> place(List<ShopCoordinates> shops, long had, int tries) {
        if (tries == 0) {
            return CompletableFuture.failedStage(new Conflict("the type of a shop changes all the time"));
        }
        long type = shops.getFirst().type();
        List<String> arguments = new ArrayList<>(List.of(Long.toString(type), Long.toString(had)));
        for (ShopCoordinates shop : shops) {
            arguments.add(Long.toString(shop.id().value()));
            arguments.add(Double.toString(shop.x()));
            arguments.add(Double.toString(shop.y()));
        }
        return link.run(
                        PLACE,
                        List.of(
                                RedisKeys.nearbyTypes(),
                                RedisKeys.nearbyTypesInUse(),
                                RedisKeys.nearbyPlaces(type),
                                RedisKeys.nearbyPlaces(had)),
                        arguments)
                .thenCompose(reply -> placeLeft(shops, reply.parts(), tries - 1));
    }

    /** @param left shop and type, of each that has a third one */
    private CompletionStage<Void> placeLeft(List<ShopCoordinates> shops, List<Reply> left, int tries) {
        Map<ShopId, ShopCoordinates> byId =
                shops.stream().collect(Collectors.toMap(ShopCoordinates::id, Function.identity()));
        return OneByOne.doAll(
                left.stream().gather(Gatherers.windowFixed(2)).toList(),
                shop -> place(
                        List.of(Objects.requireNonNull(byId.get(new ShopId(number(shop.getFirst()))))),
                        number(shop.getLast()),
                        tries));
    }

    @Override
    public CompletionStage<Void> remove(ShopId shop) {
        return remove(shop, 0, MAX_TRIES);
    }

    private CompletionStage<Void> remove(ShopId shop, long type, int tries) {
        if (tries == 0) {
            return CompletableFuture.failedStage(new Conflict("the type of a shop changes all the time"));
        }
        return link.run(
                        REMOVE,
                        List.of(RedisKeys.nearbyTypes(), RedisKeys.nearbyPlaces(type)),
                        List.of(Long.toString(shop.value()), Long.toString(type)))
                .thenCompose(reply -> reply.isNothing()
                        ? CompletableFuture.completedStage(null)
                        : remove(shop, number(reply), tries - 1));
    }

    @Override
    public CompletionStage<Optional<InUse>> inUse() {
        return link.run(READ, List.of(RedisKeys.nearbyState()), List.of())
                .thenApply(reply -> Optional.of(reply.parts())
                        .filter(found -> !found.isEmpty())
                        .map(found -> new InUse(found.getFirst().text(), number(found.getLast()))));
    }

    @Override
    public CompletionStage<Void> placedUpTo(long id) {
        return link.send(Request.cmd(Command.HSET, RedisKeys.nearbyState(), "upTo", id))
                .thenAccept(_ -> {});
    }

    /** As many shops must be placed, over all types, as have a type; and the field of no shop must be there. */
    @Override
    public CompletionStage<Boolean> isWhole() {
        return link.read(Request.cmd(Command.SMEMBERS).arg(RedisKeys.nearbyTypesInUse()))
                .thenCompose(types -> {
                    // All counts at once, so that hardly any write comes between them.
                    CompletionStage<Long> missing = count(Command.HLEN, RedisKeys.nearbyTypes());
                    for (Reply type : types.parts()) {
                        CompletionStage<Long> placed = count(Command.ZCARD, RedisKeys.nearbyPlaces(number(type)));
                        missing = missing.thenCombine(placed, (left, found) -> left - found);
                    }
                    return missing.thenApply(left -> left == 1);
                });
    }

    private CompletionStage<Long> count(Command command, String key) {
        return link.read(Request.cmd(command).arg(key)).thenApply(Reply::number);
    }

    @Override
    public CompletionStage<String> begin(String lost) {
        String attempt = UUID.randomUUID().toString();
        return begin(attempt, lost, 0).thenApply(_ -> attempt);
    }

    private CompletionStage<Void> begin(String attempt, String lost, long type) {
        List<String> keys = List.of(
                RedisKeys.nearbyState(),
                RedisKeys.nearbyTypes(),
                RedisKeys.nearbyTypesInUse(),
                RedisKeys.nearbyPlaces(type));
        return link.run(BEGIN, keys, List.of(attempt, lost, Long.toString(type)))
                .thenCompose(left -> left.isNothing()
                        ? CompletableFuture.failedStage(overtaken())
                        : left.text().isEmpty()
                                ? CompletableFuture.completedStage(null)
                                : begin(attempt, lost, number(left)));
    }

    private static Conflict overtaken() {
        return new Conflict("another index was begun or put in use, or Redis may have lost part of this one");
    }

    @Override
    public CompletionStage<Void> use(String attempt, long upTo) {
        List<String> keys = List.of(RedisKeys.nearbyState(), RedisKeys.nearbyTypes());
        return link.run(USE, keys, List.of(attempt, Long.toString(upTo))).thenAccept(reply -> {
            if (reply.number() == 0) {
                throw overtaken();
            }
        });
    }

    @Override
    public CompletionStage<Part> read(String from) {
        return link.read(Request.cmd(Command.HSCAN, RedisKeys.nearbyTypes(), from, "COUNT", SLICE))
                .thenApply(reply -> new Part(
                        shops(reply.parts().getLast().parts()),
                        reply.parts().getFirst().text()));
    }

    /** @param fields shop and type, of each, and of no shop */
    private static List<ShopId> shops(List<Reply> fields) {
        return IntStream.range(0, fields.size() / 2)
                .mapToLong(i -> number(fields.get(2 * i)))
                .filter(id -> id != 0)
                .mapToObj(ShopId::new)
                .toList();
    }

    private static long number(Reply text) {
        return Long.parseLong(text.text());
    }
}
