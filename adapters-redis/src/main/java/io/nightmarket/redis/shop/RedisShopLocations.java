package io.nightmarket.redis.shop;

import io.nightmarket.domain.failure.Corrupt;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopLocations;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Searches the index that {@link RedisShopIndex} keeps; {@code Unavailable} when there is none, or part may be lost. */
public final class RedisShopLocations implements ShopLocations {
    private static final LuaScript SEARCH = LuaScript.load("search-shops-3");
    private static final LuaScript READ = LuaScript.load("read-index-1");

    private final RedisLink link;

    public RedisShopLocations(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Found> around(long type, Position center, double radius, int most) {
        List<String> keys =
                List.of(RedisKeys.nearbyState(), RedisKeys.nearbyPlaces(0, type), RedisKeys.nearbyPlaces(1, type));
        List<String> arguments = List.of(
                Double.toString(center.x()),
                Double.toString(center.y()),
                Double.toString(radius),
                Integer.toString(most));
        return link.run(SEARCH, keys, arguments).thenApply(RedisShopLocations::found);
    }

    private static Found found(Reply reply) {
        List<Reply> parts = ofAnIndex(reply).parts();
        return new Found(
                parts.getLast().parts().stream()
                        .map(RedisShopLocations::located)
                        .toList(),
                upTo(parts.getFirst()));
    }

    @Override
    public CompletionStage<Long> knownUpTo() {
        return link.run(READ, List.of(RedisKeys.nearbyState()), List.of()).thenApply(reply -> upTo(ofAnIndex(reply)));
    }

    private static Reply ofAnIndex(Reply reply) {
        if (reply.isNothing()) {
            throw new Unavailable("Redis has no whole index of where shops lie");
        }
        return reply;
    }

    private static long upTo(Reply id) {
        try {
            return Long.parseLong(id.text());
        } catch (NumberFormatException e) {
            throw new Corrupt("Redis holds no id up to which shops are placed: " + e.getMessage(), e);
        }
    }

    private static Located located(Reply shop) {
        List<Reply> parts = shop.parts();
        List<Reply> place = parts.getLast().parts();
        try {
            return new Located(
                    new ShopId(Long.parseLong(parts.getFirst().text())),
                    Double.parseDouble(place.getFirst().text()),
                    Double.parseDouble(place.getLast().text()));
        } catch (IllegalArgumentException e) {
            throw new Corrupt("Redis holds an odd shop: " + e.getMessage(), e);
        }
    }
}
