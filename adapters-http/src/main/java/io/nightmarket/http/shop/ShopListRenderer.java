package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.GreatCircle;
import io.nightmarket.domain.shop.Nearby;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.request.LocalTimes;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * Lists of shops, put together from shops that were written before: each is, once for each object, as near caches hand the
 * same one out again and again. One for all verticles of a node.
 */
final class ShopListRenderer {
    private static final int TENTHS = 10;
    private static final byte[] DISTANCE = ascii(",\"distance\":");

    /** Holds most shops, so that the buffer of a page need not grow. */
    private static final int USUAL_SIZE = 512;

    /** Each without the brace that ends it, so that a distance may follow. */
    private final RenderCache<Shop, byte[]> written;

    ShopListRenderer(LocalTimes times) {
        this.written = new RenderCache<>(shop -> {
            Buffer whole = Json.write(ShopView.of(shop, times));
            return whole.getBytes(0, whole.length() - 1);
        });
    }

    /** @param from shows the distance of each from there, in metres, unless a shop lies off the map */
    Answer of(List<Shop> shops, Optional<Position> from) {
        Buffer list = begin(shops);
        for (Shop shop : shops) {
            next(list).appendBytes(written.of(shop));
            from.filter(_ -> Position.isOnTheMap(shop.x(), shop.y()))
                    .ifPresent(place -> addDistance(list, GreatCircle.metres(place, shop.x(), shop.y())));
            list.appendByte((byte) '}');
        }
        return Answer.written(list.appendByte((byte) ']'));
    }

    /** With the distance of each, in metres. */
    Answer near(List<Nearby<Shop>> shops) {
        Buffer list = begin(shops);
        for (Nearby<Shop> near : shops) {
            next(list).appendBytes(written.of(near.shop()));
            addDistance(list, near.distance());
            list.appendByte((byte) '}');
        }
        return Answer.written(list.appendByte((byte) ']'));
    }

    private static void addDistance(Buffer list, double metres) {
        long tenths = Math.round(metres * TENTHS);
        list.appendBytes(DISTANCE).appendBytes(ascii(tenths / TENTHS + "." + tenths % TENTHS));
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static Buffer begin(List<?> shops) {
        return Buffer.buffer(2 + shops.size() * USUAL_SIZE).appendByte((byte) '[');
    }

    private static Buffer next(Buffer list) {
        return list.length() == 1 ? list : list.appendByte((byte) ',');
    }
}
