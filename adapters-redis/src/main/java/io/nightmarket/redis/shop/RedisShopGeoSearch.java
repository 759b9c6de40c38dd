package io.nightmarket.redis.shop;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.redis.link.LuaScript;
import io.nightmarket.redis.link.RedisKeys;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Searches the index that {@link RedisShopIndex} keeps; {@code Unavailable} when there is none, or part may be lost. */
public final class RedisShopGeoSearch implements ShopGeoSearch {
    private static final LuaScript SEARCH = LuaScript.load("search-shops-2");
    private static final LuaScript READ = LuaScript.load("read-index-1");

    private final RedisLink link;

    public RedisShopGeoSearch(RedisLink link) {
        this.link = link;
    }

    @Override
    public CompletionStage<Found> around(long type, Position center, double radius, int max) {
        List<String> keys = List.of(RedisKeys.nearbyState(), RedisKeys.nearbyPlaces(type));
        List<String> arguments = List.of(
                Double.toString(center.x()),
                Double.toString(center.y()),
                Double.toString(radius),
                Integer.toString(max));
        return link.run(SEARCH, keys, arguments).thenApply(RedisShopGeoSearch::found);
    }

    private static Found found(Reply reply) {
        List<Reply> parts = ofAnIndex(reply).parts();
        return new Found(located(parts.getLast().text()), upTo(parts.getFirst()));
    }

    @Override
    public CompletionStage<Long> knownUpTo() {
        return link.run(READ, List.of(RedisKeys.nearbyState()), List.of())
                .thenApply(reply -> upTo(ofAnIndex(reply).parts().getLast()));
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

    /** @param packed each shop's id and the hash of its place, separated by spaces */
    private static List<Located> located(String packed) {
        List<Located> shops = new ArrayList<>();
        try {
            for (int at = 0; at < packed.length(); ) {
                int blank = packed.indexOf(' ', at);
                int next = packed.indexOf(' ', blank + 1);
                int end = next < 0 ? packed.length() : next;
                long id = Long.parseLong(packed, at, blank, 10);
                long hash = Long.parseLong(packed, blank + 1, end, 10);
                shops.add(new Located(new ShopId(id), GeoHash.longitude(hash), GeoHash.latitude(hash)));
                at = end + 1;
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new Corrupt("Redis holds an odd shop: " + e.getMessage(), e);
        }
        return shops;
    }
}
