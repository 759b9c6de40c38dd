package io.nightmarket.redis.shop;

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
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The index in Redis: of each type one geo set. It has two sides; a new index is built on the one that is idle, and one
 * field says which of them is in use, on which server. So any number of types changes at once, and what an interrupted build
 * leaves has known names.
 */
public final class RedisShopIndex implements ShopIndex {
    private static final LuaScript ABANDON = LuaScript.load("abandon-index-1");
    private static final LuaScript CLEAR = LuaScript.load("clear-side-2");
    private static final LuaScript NAME = LuaScript.load("name-types-2");
    private static final LuaScript BEGIN = LuaScript.load("begin-index-2");
    private static final LuaScript USE = LuaScript.load("use-index-1");
    private static final LuaScript READ = LuaScript.load("read-index-1");

    private static final List<Integer> SIDES = List.of(0, 1);
    /** The field of the state that names the side in use, and the server. */
    private static final String FRONT = "front";

    private final RedisLink link;
    private final ShopIndexWrites writes;

    public RedisShopIndex(RedisLink link) {
        this.link = link;
        this.writes = new ShopIndexWrites(link);
    }

    @Override
    public CompletionStage<Void> place(List<ShopCoordinates> shops) {
        return OneByOne.doAll(SIDES, side -> writes.place(side, ShopIndexWrites.KEEPING, shops));
    }

    @Override
    public CompletionStage<Void> remove(ShopId shop) {
        return OneByOne.doAll(SIDES, side -> writes.remove(side, shop));
    }

    @Override
    public CompletionStage<OptionalLong> placedUpTo() {
        return link.run(READ, List.of(RedisKeys.nearbyState()), List.of())
                .thenApply(reply ->
                        reply.isNothing() ? OptionalLong.empty() : OptionalLong.of(ShopIndexWrites.number(reply)));
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
                        types.parts().stream().map(ShopIndexWrites::number).toList());
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
     * at a time: of a city's all it would hold up Redis, and the node, for all clients.
     */
    private CompletionStage<Void> nameTypes(int side, String cursor) {
        return link.run(
                        NAME,
                        List.of(RedisKeys.nearbyTypes(side), RedisKeys.nearbyTypesInUse(side)),
                        List.of(cursor, Integer.toString(ShopIndexWrites.SLICE)))
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
            throw ShopIndexWrites.takenOver();
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
        public CompletionStage<Void> place(List<ShopCoordinates> shops) {
            return writes.place(side, attempt, shops);
        }

        @Override
        public CompletionStage<Void> use(long upTo) {
            return link.run(USE, List.of(RedisKeys.nearbyState()), List.of(attempt, Long.toString(upTo)))
                    .thenAccept(RedisShopIndex::requireDone);
        }
    }
}
