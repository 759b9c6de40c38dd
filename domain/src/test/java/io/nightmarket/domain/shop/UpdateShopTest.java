package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.failure.TimedOut;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.memory.InMemoryShops;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class UpdateShopTest {
    private static final ShopId SHOP = new ShopId(1);
    private static final UserId MERCHANT = new UserId(7);

    private final InMemoryShops shops = new InMemoryShops();
    private final ShopOwnership ownership = new ShopOwnership(shops);
    private final Evictions cache = new Evictions();
    private final UpdateShop update = new UpdateShop(shops, ownership, cache);

    @BeforeEach
    void oneShop() {
        shops.add(new Shop(SHOP, "老店", 1, "", null, "路", 1, 2, null, 0, 0, 0, null, Instant.EPOCH, Instant.EPOCH));
        shops.own(SHOP, MERCHANT);
    }

    private static Session session(Role role, UserId user) {
        return new Session(new SessionId("0".repeat(32)), user, role, Instant.MAX);
    }

    private static ShopChange rename(ShopId shop) {
        return new ShopChange(shop, "新店", null, null, null, null, null, null, null, null);
    }

    private String name() {
        return await(shops.find(SHOP)).orElseThrow().name();
    }

    @Test
    void anOwnerChangesTheShopAndTheCacheForgetsIt() {
        assertEquals(UpdateShop.Outcome.UPDATED, await(update.update(session(Role.MERCHANT, MERCHANT), rename(SHOP))));
        assertEquals("新店", name());
        assertEquals(List.of(SHOP), cache.evicted);
    }

    @Test
    void nobodyChangesAShopOfOthers() {
        UserId stranger = new UserId(8);
        assertEquals(
                UpdateShop.Outcome.NOT_YOURS, await(update.update(session(Role.MERCHANT, stranger), rename(SHOP))));
        assertEquals(UpdateShop.Outcome.NOT_YOURS, await(update.update(session(Role.SHOPPER, MERCHANT), rename(SHOP))));
        assertEquals("老店", name());
        assertTrue(cache.evicted.isEmpty());
    }

    @Test
    void anAdminChangesAnyShopThatIsThere() {
        Session admin = session(Role.ADMIN, new UserId(9));
        assertEquals(UpdateShop.Outcome.UPDATED, await(update.update(admin, rename(SHOP))));
        assertEquals(UpdateShop.Outcome.NOT_FOUND, await(update.update(admin, rename(new ShopId(404)))));
    }

    @Test
    void whenTheCacheIsAwayTheCallFailsThoughTheChangeStands() {
        cache.failing = true;
        TimedOut failure = failureOf(TimedOut.class, update.update(session(Role.MERCHANT, MERCHANT), rename(SHOP)));
        assertInstanceOf(Unavailable.class, failure.getCause());
        assertEquals("新店", name());
    }

    @Test
    void theRuleOfWhoMayActForAShop() {
        assertTrue(await(ownership.mayActFor(session(Role.ADMIN, new UserId(9)), SHOP)));
        assertTrue(await(ownership.mayActFor(session(Role.MERCHANT, MERCHANT), SHOP)));
        assertFalse(await(ownership.mayActFor(session(Role.MERCHANT, MERCHANT), new ShopId(2))));
        assertFalse(await(ownership.mayActFor(session(Role.SHOPPER, MERCHANT), SHOP)));
    }

    /** A cache that only notes what it was told to forget. */
    private static final class Evictions implements Cache<ShopId, Shop> {
        private final List<ShopId> evicted = new ArrayList<>();
        private boolean failing;

        @Override
        public CompletionStage<Cached<Shop>> find(ShopId key) {
            return CompletableFuture.completedStage(new Cached.Missing<>());
        }

        @Override
        public CompletionStage<Void> put(ShopId key, Shop value) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> putAbsent(ShopId key) {
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Void> evict(ShopId key) {
            evicted.add(key);
            return failing
                    ? CompletableFuture.failedStage(new Unavailable("away"))
                    : CompletableFuture.completedStage(null);
        }
    }
}
