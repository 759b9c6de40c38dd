package io.nightmarket.redis.shop;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;

/** Places shops on a side of the index and removes them. A shop whose type changed moves between the sets of the types. */
final class ShopIndexWrites {
    private static final LuaScript PLACE = LuaScript.load("place-shops-5");
    private static final LuaScript REMOVE = LuaScript.load("remove-shop-3");
    /** A shop's type changes rarely, and hardly ever between two calls. */
    private static final int MAX_TRIES = 10;
    /** The attempt of writes that belong to no build: they go to both sides, as far as there is an index on them. */
    static final String KEEPING = "";
    /** Well below what Lua unpacks at once. */
    static final int SLICE = 500;

    private final RedisLink link;

    ShopIndexWrites(RedisLink link) {
        this.link = link;
    }

    /** @param attempt the build that they belong to, or {@link #KEEPING} */
    CompletionStage<Void> place(int side, String attempt, List<ShopCoordinates> shops) {
        Map<Long, List<ShopCoordinates>> byType = shops.stream().collect(Collectors.groupingBy(ShopCoordinates::type));
        return OneByOne.doAll(
                byType.values().stream()
                        .flatMap(ofType -> ofType.stream().gather(Gatherers.windowFixed(SLICE)))
                        .toList(),
                slice -> place(new Placing(side, attempt, slice.getFirst().type(), MAX_TRIES), slice));
    }

    /** @param from the type that the shops are thought to have had */
    private record Placing(int side, String attempt, long from, int tries) {}

    private CompletionStage<Void> place(Placing placing, List<ShopCoordinates> shops) {
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
        for (ShopCoordinates shop : shops) {
            arguments.add(Long.toString(shop.id().value()));
            arguments.add(Double.toString(shop.x()));
            arguments.add(Double.toString(shop.y()));
        }
        return link.run(PLACE, keys, arguments).thenCompose(reply -> placeLeft(placing, shops, reply));
    }

    private CompletionStage<Void> placeLeft(Placing placing, List<ShopCoordinates> shops, Reply reply) {
        if (reply.isNothing() && !placing.attempt().equals(KEEPING)) {
            return CompletableFuture.failedStage(takenOver());
        }
        List<Reply> left = reply.parts();
        Map<ShopId, ShopCoordinates> byId =
                shops.stream().collect(Collectors.toMap(ShopCoordinates::id, Function.identity()));
        CompletionStage<Void> all = CompletableFuture.completedStage(null);
        for (int i = 0; i < left.size(); i += 2) {
            ShopCoordinates shop = Objects.requireNonNull(byId.get(new ShopId(number(left.get(i)))));
            Placing again =
                    new Placing(placing.side(), placing.attempt(), number(left.get(i + 1)), placing.tries() - 1);
            all = all.thenCompose(_ -> place(again, List.of(shop)));
        }
        return all;
    }

    CompletionStage<Void> remove(int side, ShopId shop) {
        return remove(side, shop, 0, MAX_TRIES);
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

    static long number(Reply text) {
        return Long.parseLong(text.text());
    }

    static Conflict takenOver() {
        return new Conflict("another building of the index was begun, or Redis may have lost part of this one");
    }
}
