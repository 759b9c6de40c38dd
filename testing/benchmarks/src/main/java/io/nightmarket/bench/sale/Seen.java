package io.nightmarket.bench.sale;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Whether an answer is what it has to be: a fast route that answers nonsense is no good. */
final class Seen {
    private Seen() {}

    /** The page of this shop. */
    static boolean isShop(String answer, long id) {
        return envelope(answer).getValue("data") instanceof JsonObject shop
                && Long.toString(id).equals(String.valueOf(shop.getValue("id")))
                && !shop.getString("name", "").isEmpty();
    }

    /** A list of shops of this type, the nearest first. */
    static boolean isNearbyPage(String answer, long type) {
        if (!(envelope(answer).getValue("data") instanceof JsonArray page) || page.isEmpty()) {
            return false;
        }
        List<JsonObject> shops = page.stream().map(JsonObject.class::cast).toList();
        double last = 0;
        for (JsonObject shop : shops) {
            double distance = shop.getDouble("distance", -1.0);
            if (distance < last || !Long.toString(type).equals(String.valueOf(shop.getValue("typeId")))) {
                return false;
            }
            last = distance;
        }
        return true;
    }

    /** That there is no such shop. */
    static boolean isNoShop(String answer) {
        return "SHOP_NOT_FOUND".equals(envelope(answer).getString("code"));
    }

    private static JsonObject envelope(String answer) {
        try {
            return new JsonObject(answer);
        } catch (DecodeException _) {
            return new JsonObject();
        }
    }
}
