package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.shop.ShopType;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ShopTypeRoutesTest extends RoutesTestBase {
    /** All types are read at once. */
    @BeforeAll
    void addTypes() {
        node.shops.addType(new ShopType(3, "KTV", "/types/ktv.png", 2, null, null));
        node.shops.addType(new ShopType(4, "Spa", null, 2, null, null));
    }

    @Test
    void aTypeIsShown() {
        Reply reply = client.get("/shop-type/3");

        assertEquals(
                new JsonObject("{\"id\":3,\"name\":\"KTV\",\"icon\":\"/types/ktv.png\",\"sort\":2}"), reply.object());
        assertEquals("no-store", reply.header("cache-control"));
        assertEquals(reply.object(), client.get("/api/shop-type/3").object());
    }

    @Test
    void anUnknownTypeHasNoData() {
        assertNull(client.get("/shop-type/404").data());
    }

    @Test
    void aStaleTypeSaysSo() {
        assertNull(client.get("/shop-type/4").header("age"));

        node.clock.advance(Duration.ofMinutes(2));

        Reply stale = client.get("/shop-type/4");
        assertEquals("120", stale.header("age"));
        assertEquals("night-market; hit; detail=stale", stale.header("cache-status"));
    }

    @Test
    void whatIsNoIdIsRefused() {
        for (String id : new String[] {"0", "-1", "abc", "9223372036854775808"}) {
            client.get("/shop-type/" + id).isRefused(400, "BAD_REQUEST");
        }
    }
}
