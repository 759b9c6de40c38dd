package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.http.cache.CacheRoutes;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.json.JsonArray;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CacheRoutesTest extends RoutesTestBase {
    private void cacheShop(long id) {
        ShopId shop = new ShopId(id);
        if (await(node.shopCache.acquireTicket(shop, 0)) instanceof LoadTicket.Granted<?>(String lease)) {
            var _ = await(
                    node.shopCache.put(shop, new Loaded<>(Optional.of(Shops.shop(id)), node.clock.millis()), lease));
        }
        assertTrue(isCached(id));
    }

    private boolean isCached(long id) {
        return await(node.shopCache.find(new ShopId(id))) instanceof Cached.Fresh;
    }

    @Test
    void anAdministratorSeesHitRatesSizesAndTheBreaker() {
        node.managedShops.reads = new ManageCaches.Reads(5, 1, 3);

        assertEquals(
                JsonArray.of(json(
                        "{'name':'shop','strategy':'logical-expiry','hitRate':0.667,'nearHits':5,'sharedHits':1,'misses':3,"
                                + "'loads':7,'failedLoads':1,'nearSize':12,'nearCapacity':100,'breaker':'HALF_OPEN'}")),
                client.get("/admin/caches", AUTH, client.logIn(Role.ADMIN)).data());
    }

    @Test
    void beforeTheFirstReadThereIsNoHitRate() {
        node.managedShops.reads = new ManageCaches.Reads(0, 0, 0);
        JsonArray caches = assertInstanceOf(
                JsonArray.class,
                client.get("/admin/caches", AUTH, client.logIn(Role.ADMIN)).data());

        assertFalse(caches.getJsonObject(0).containsKey("hitRate"));
    }

    @Test
    void oneKeyIsClearedOrAll() {
        cacheShop(1);
        cacheShop(2);
        cacheShop(3);
        String admin = client.logIn(Role.ADMIN);

        var _ = client.post("/admin/caches/shop/clear?key=1", AUTH, admin).data();
        assertFalse(isCached(1));
        assertTrue(isCached(2));

        var _ = client.post("/admin/caches/shop/clear", AUTH, admin).data();
        assertFalse(isCached(2));
        assertFalse(isCached(3));
    }

    @Test
    void clearingIsLoggedWithTheActor() {
        String admin = client.logIn(Role.ADMIN);
        try (LogLines lines = new LogLines(CacheRoutes.class).from(Level.INFO)) {
            var _ = client.post("/admin/caches/shop/clear?key=1", AUTH, admin).data();
            assertEquals(
                    List.of("INFO User " + client.user(admin).value() + " clears key 1 of cache shop: CLEARED"),
                    lines.all());
        }
    }

    @Test
    void whatCanNotBeClearedIsSaid() {
        String admin = client.logIn(Role.ADMIN);
        client.post("/admin/caches/nothing/clear", AUTH, admin).isRefused(200, "CACHE_NOT_FOUND");
        client.post("/admin/caches/shop/clear?key=abc", AUTH, admin).isRefused(400, "BAD_REQUEST");
        client.post("/admin/caches/shop/clear?key=a%0Ab", AUTH, admin).isRefused(400, "BAD_REQUEST");
        client.post("/admin/caches/shop/clear?key=1%0A", AUTH, admin).isRefused(400, "BAD_REQUEST");
        client.post("/admin/caches/shop%0A/clear", AUTH, admin).isRefused(400, "BAD_REQUEST");

        node.managedShops.clears.failWith(new Unavailable("as planned"));
        client.post("/admin/caches/shop/clear", AUTH, admin).isRefused(503, "UNAVAILABLE");
        node.managedShops.clears.mend();
    }
}
