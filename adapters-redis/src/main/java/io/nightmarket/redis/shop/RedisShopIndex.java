package io.nightmarket.redis.shop;

import io.nightmarket.domain.concurrent.OneByOne;
import io.nightmarket.domain.failure.Conflict;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.domain.shop.ShopPlace;
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
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The index in Redis: of each type one geo set. It has two sides; a new index is built on the one that is idle, and one
 * field tells which of them is in use, on which server. So any number of types changes at once, and what a building that
 * was cut off leaves has known names.
 */
public final class RedisShopIndex implements ShopIndex {
    private static final LuaScript PLACE = LuaScript.load("place-shops-5");
    private static final LuaScript REMOVE = LuaScript.load("remove-shop-3");
    private static final LuaScript ABANDON = LuaScript.load("abandon-index-1");
    private static final LuaScript CLEAR = LuaScript.load("clear-side-2");
    private static final LuaScript NAME = LuaScript.load("name-types-2");
    private static final LuaScript BEGIN = LuaScript.load("begin-index-2");
    private static final LuaScript USE = LuaScript.load("use-index-1");
    private static final LuaScript READ = LuaScript.load("read-index-1");

    private static final List<Integer> SIDES = List.of(0, 1);
    /** Well below what Lua unpacks at once. */
    private static final int SLICE = 500;
    /** A shop's type changes rarely, and hardly ever between two calls. */
    private static final int MOST_TRIES = 10;
    /** Of no attempt to build: those who keep the index write to both sides, as far as there is an index on them. */
    private static final String KEEPING = "";
    /** Of the state: the side in use, and the server. */
    private static final String FRONT = "front";

    private final RedisLink link;

    public RedisShopIndex(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Void> place(List<ShopPlace> shops) {
        return OneByOne.doAll(SIDES, side -> placeOn(side, KEEPING, shops));
    }

    private CompletionStage<Void> placeOn(int side, String attempt, List<ShopPlace> shops) {
        Map<Long, List<ShopPlace>> byType = shops.stream().collect(Collectors.groupingBy(ShopPlace::type));
        return OneByOne.doAll(
                byType.values().stream()
                        .flatMap(ofType -> slices(ofType).stream())
                        .toList(),
                slice -> place(new Placing(side, attempt, slice.getFirst().type(), MOST_TRIES), slice));
    }

    private static List<List<ShopPlace>> slices(List<ShopPlace> shops) {
        List<List<ShopPlace>> slices = new ArrayList<>();
        for (int from = 0; from < shops.size(); from += SLICE) {
            slices.add(shops.subList(from, Math.min(shops.size(), from + SLICE)));
        }
        return slices;
    }

    /** @param from the type that the shops are thought to have had */
    private record Placing(int side, String attempt, long from, int tries) {}

    private CompletionStage<Void> place(Placing placing, List<ShopPlace> shops) {
        if (placing.tries() == 0) {
            return CompletableFuture.failedStage(new Conflict("the type of a shop changes all the time"));
        }
        int side = placing.side();
        long type = shops.getFirst().type();
        List<String> keys = List.of(
                RedisKeys.nearbyState(),
                RedisKeys.nearbyTypes(side),
                RedisKeys.nearbyTypesInUse(side),
                RedisKeys.nearbyPlaces(side, type),
                RedisKeys.nearbyPlaces(side, placing.from()));
        List<String> arguments = new ArrayList<>(
                List.of(Integer.toString(side), placing.attempt(), Long.toString(type), Long.toString(placing.from())));
        for (ShopPlace shop : shops) {
            arguments.add(Long.toString(shop.id().value()));
            arguments.add(Double.toString(shop.x()));
            arguments.add(Double.toString(shop.y()));
        }
        return link.run(PLACE, keys, arguments).thenCompose(reply -> placeLeft(placing, shops, reply));
    }

    private CompletionStage<Void> placeLeft(Placing placing, List<ShopPlace> shops, Reply reply) {
        if (reply.isNothing() && !placing.attempt().equals(KEEPING)) {
            return CompletableFuture.failedStage(takenOver());
        }
        List<Reply> left = reply.parts();
        Map<ShopId, ShopPlace> byId = shops.stream().collect(Collectors.toMap(ShopPlace::id, Function.identity()));
        CompletionStage<Void> all = CompletableFuture.completedStage(null);
        for (int i = 0; i < left.size(); i += 2) {
            ShopPlace shop = Objects.requireNonNull(byId.get(new ShopId(number(left.get(i)))));
            Placing again =
                    new Placing(placing.side(), placing.attempt(), number(left.get(i + 1)), placing.tries() - 1);
            all = all.thenCompose(_ -> place(again, List.of(shop)));
        }
        return all;
    }

    private static long number(Reply text) {
        return Long.parseLong(text.text());
    }

    private static Conflict takenOver() {
        return new Conflict("another building of the index was begun, or Redis may have lost part of this one");
    }

    @Override
    public CompletionStage<Void> remove(ShopId shop) {
        return OneByOne.doAll(SIDES, side -> remove(side, shop, 0, MOST_TRIES));
    }

    private CompletionStage<Void> remove(int side, ShopId shop, long type, int tries) {
        if (tries == 0) {
            return CompletableFuture.failedStage(new Conflict("the type of a shop changes all the time"));
        }
        List<String> keys =
                List.of(RedisKeys.nearbyState(), RedisKeys.nearbyTypes(side), RedisKeys.nearbyPlaces(side, type));
        List<String> arguments = List.of(Integer.toString(side), Long.toString(shop.value()), Long.toString(type));
        return link.run(REMOVE, keys, arguments)
                .thenCompose(reply -> reply.isNothing()
                        ? CompletableFuture.completedStage(null)
                        : remove(side, shop, number(reply), tries - 1));
    }

    @Override
    public CompletionStage<OptionalLong> placedUpTo() {
        return link.run(READ, List.of(RedisKeys.nearbyState()), List.of())
                .thenApply(reply -> reply.isNothing() ? OptionalLong.empty() : OptionalLong.of(number(reply)));
    }

    @Override
    public CompletionStage<Void> placedUpTo(long id) {
        return link.send(Request.cmd(Command.HSET)
                        .arg(RedisKeys.nearbyState())
                        .arg("upTo")
                        .arg(id))
                .thenAccept(_ -> {});
    }

    /** As many shops must be placed, over all types, as have a type. */
    @Override
    public CompletionStage<Boolean> isWhole() {
        return front().thenCompose(front -> front.map(side -> types(side).thenCompose(types -> isWhole(side, types)))
                .orElse(CompletableFuture.completedStage(false)));
    }

    private CompletionStage<Optional<Integer>> front() {
        return link.read(Request.cmd(Command.HGET).arg(RedisKeys.nearbyState()).arg(FRONT))
                .thenApply(reply -> reply.textIfAny().map(front -> Character.digit(front.charAt(0), 10)));
    }

    private CompletionStage<List<Long>> types(int side) {
        return link.read(Request.cmd(Command.SMEMBERS).arg(RedisKeys.nearbyTypesInUse(side)))
                .thenApply(types ->
                        types.parts().stream().map(RedisShopIndex::number).toList());
    }

    /** The counts are asked for at once, so that hardly any write comes between them. */
    private CompletionStage<Boolean> isWhole(int side, List<Long> types) {
        CompletionStage<Long> missing = count(Command.HLEN, RedisKeys.nearbyTypes(side));
        for (long type : types) {
            missing = missing.thenCombine(
                    count(Command.ZCARD, RedisKeys.nearbyPlaces(side, type)), (left, placed) -> left - placed);
        }
        return missing.thenApply(left -> left == 0);
    }

    private CompletionStage<Long> count(Command command, String key) {
        return link.read(Request.cmd(command).arg(key)).thenApply(Reply::number);
    }

    @Override
    public CompletionStage<Void> giveUp() {
        return front().thenCompose(front -> front.map(side -> nameTypes(side, "0")
                        .thenCompose(_ -> link.send(Request.cmd(Command.HDEL)
                                        .arg(RedisKeys.nearbyState())
                                        .arg(FRONT))
                                .<Void>thenApply(_ -> null)))
                .orElse(CompletableFuture.completedStage(null)));
    }

    /**
     * What is left of the index can be cleared by the types in use; so those are known again if they were lost. Some shops
     * at a time: of a city's all it would hold up Redis, and the node, for everybody.
     */
    private CompletionStage<Void> nameTypes(int side, String cursor) {
        return link.run(
                        NAME,
                        List.of(RedisKeys.nearbyTypes(side), RedisKeys.nearbyTypesInUse(side)),
                        List.of(cursor, Integer.toString(SLICE)))
                .thenApply(Reply::text)
                .thenCompose(next -> next.equals("0") ? CompletableFuture.completedStage(null) : nameTypes(side, next));
    }

    @Override
    public CompletionStage<Building> build() {
        String attempt = UUID.randomUUID().toString();
        return clearIdle()
                .thenCompose(side -> link.run(
                                BEGIN,
                                List.of(RedisKeys.nearbyState(), RedisKeys.nearbyTypesInUse(side)),
                                List.of(Integer.toString(side), attempt))
                        .thenApply(begun -> {
                            requireDone(begun);
                            return new OnSide(side, attempt);
                        }));
    }

    @Override
    public CompletionStage<Void> tidy() {
        return clearIdle().thenAccept(_ -> {});
    }

    /** Which side is idle, and empty now. */
    private CompletionStage<Integer> clearIdle() {
        return link.run(ABANDON, List.of(RedisKeys.nearbyState()), List.of()).thenCompose(reply -> {
            int side = (int) reply.number();
            return types(side)
                    .thenCompose(types -> OneByOne.doAll(keysOf(side, types), key -> clear(side, key)))
                    .thenApply(_ -> side);
        });
    }

    /** The types in use come last: what they name is gone then. */
    private static List<String> keysOf(int side, List<Long> types) {
        if (types.isEmpty()) {
            return List.of();
        }
        List<String> keys = new ArrayList<>();
        types.forEach(type -> keys.add(RedisKeys.nearbyPlaces(side, type)));
        keys.add(RedisKeys.nearbyTypes(side));
        keys.add(RedisKeys.nearbyTypesInUse(side));
        return keys;
    }

    private CompletionStage<Void> clear(int side, String key) {
        return link.run(CLEAR, List.of(RedisKeys.nearbyState(), key), List.of(Integer.toString(side)))
                .thenAccept(RedisShopIndex::requireDone);
    }

    private static void requireDone(Reply reply) {
        if (reply.number() == 0) {
            throw takenOver();
        }
    }

    /** The side on which an attempt builds. */
    private final class OnSide implements Building {
        private final int side;
        private final String attempt;

        private OnSide(int side, String attempt) {
            this.side = side;
            this.attempt = attempt;
        }

        @Override
        public CompletionStage<Void> place(List<ShopPlace> shops) {
            return placeOn(side, attempt, shops);
        }

        @Override
        public CompletionStage<Void> use(long upTo) {
            return link.run(USE, List.of(RedisKeys.nearbyState()), List.of(attempt, Long.toString(upTo)))
                    .thenAccept(RedisShopIndex::requireDone);
        }
    }
}
