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
import java.util.OptionalLong;
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
    private static final LuaScript BEGIN = LuaScript.load("begin-index-1");
    private static final LuaScript USE = LuaScript.load("use-index-1");
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
    public CompletionStage<OptionalLong> placedUpTo() {
        return link.run(READ, List.of(RedisKeys.nearbyState()), List.of())
                .thenApply(reply -> reply.isNothing() ? OptionalLong.empty() : OptionalLong.of(number(reply)));
    }

    @Override
    public CompletionStage<Void> placedUpTo(long id) {
        Request set = Request.cmd(Command.HSET, RedisKeys.nearbyState(), "upTo", id);
        return link.send(set).thenAccept(_ -> {});
    }

    /** As many shops must be placed, over all types, as have a type. */
    @Override
    public CompletionStage<Boolean> isWhole() {
        return placedUpTo()
                .thenCompose(placed -> placed.isPresent()
                        ? types().thenCompose(this::isWhole)
                        : CompletableFuture.completedStage(false));
    }

    private CompletionStage<List<Long>> types() {
        return link.read(Request.cmd(Command.SMEMBERS).arg(RedisKeys.nearbyTypesInUse()))
                .thenApply(types ->
                        types.parts().stream().map(RedisShopIndex::number).toList());
    }

    /** The counts are asked for at once, so that hardly any write comes between them. */
    private CompletionStage<Boolean> isWhole(List<Long> types) {
        CompletionStage<Long> missing = count(Command.HLEN, RedisKeys.nearbyTypes());
        for (long type : types) {
            missing = missing.thenCombine(
                    count(Command.ZCARD, RedisKeys.nearbyPlaces(type)), (left, placed) -> left - placed);
        }
        return missing.thenApply(left -> left == 0);
    }

    private CompletionStage<Long> count(Command command, String key) {
        return link.read(Request.cmd(command).arg(key)).thenApply(Reply::number);
    }

    @Override
    public CompletionStage<String> begin() {
        String attempt = UUID.randomUUID().toString();
        return link.run(BEGIN, List.of(RedisKeys.nearbyState()), List.of(attempt))
                .thenCompose(_ -> types())
                .thenCompose(this::clear)
                .thenApply(_ -> attempt);
    }

    private CompletionStage<Void> clear(List<Long> types) {
        Request unlink =
                Request.cmd(Command.UNLINK).arg(RedisKeys.nearbyTypes()).arg(RedisKeys.nearbyTypesInUse());
        types.forEach(type -> unlink.arg(RedisKeys.nearbyPlaces(type)));
        return link.send(unlink).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> use(String attempt, long upTo) {
        return link.run(USE, List.of(RedisKeys.nearbyState()), List.of(attempt, Long.toString(upTo)))
                .thenAccept(reply -> {
                    if (reply.number() == 0) {
                        throw new Conflict("another index was begun, or Redis may have lost part of this one");
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

    /** @param fields shop and type, of each */
    private static List<ShopId> shops(List<Reply> fields) {
        return IntStream.range(0, fields.size() / 2)
                .mapToObj(i -> new ShopId(number(fields.get(2 * i))))
                .toList();
    }

    private static long number(Reply text) {
        return Long.parseLong(text.text());
    }
}
