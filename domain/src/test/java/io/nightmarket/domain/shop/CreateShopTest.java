package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.memory.InMemoryShops;
import io.nightmarket.domain.memory.StubShopCache;
import io.nightmarket.domain.shop.CreateShop.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CreateShopTest {
    private static final UserId ACTOR = new UserId(7);

    private final InMemoryShops shops = new InMemoryShops();
    private final List<CacheChange> applied = new ArrayList<>();
    private final CreateShop create = new CreateShop(shops, StubShopCache.ofInvalidations(this::apply));

    @BeforeEach
    void oneType() {
        shops.addType(new ShopType(1, "美食", null, 1, null, null));
    }

    /** The shop is there when caches are told. */
    private CompletionStage<Void> apply(CacheChange change) {
        assertTrue(shops.exists(new ShopId(Long.parseLong(change.key()))));
        applied.add(change);
        return CompletableFuture.completedStage(null);
    }

    private static Session session(Role role) {
        return new Session(SessionId.of("0".repeat(32)), ACTOR, role, Instant.MAX);
    }

    private static NewShop shop(long typeId) {
        return new NewShop("新店", typeId, "", null, "路", 1, 2, null, null);
    }

    private static ShopId made(Outcome outcome) {
        return assertInstanceOf(Outcome.Created.class, outcome).shop();
    }

    private int shopsInAll() {
        return await(shops.pageByName(Optional.empty(), 0, 100)).size();
    }

    @Test
    void aMerchantsShopIsTheirsAndCachesHearOfIt() {
        ShopId id = made(await(create.create(session(Role.MERCHANT), shop(1))));
        assertEquals("新店", await(shops.find(id)).orElseThrow().name());
        assertTrue(await(shops.isOwnedBy(id, ACTOR)));
        assertEquals(List.of(new CacheChange(1, CacheNames.SHOP, Long.toString(id.value()))), applied);
    }

    @Test
    void anAdminsShopIsNobodysYet() {
        ShopId id = made(await(create.create(session(Role.ADMIN), shop(1))));
        assertFalse(await(shops.isOwnedBy(id, ACTOR)));
    }

    @Test
    void shoppersOpenNoShops() {
        assertEquals(new Outcome.Forbidden(), await(create.create(session(Role.SHOPPER), shop(1))));
        assertEquals(0, shopsInAll());
        assertEquals(List.of(), applied);
    }

    @Test
    void aShopOfAnUnknownTypeIsNotOpened() {
        assertEquals(new Outcome.UnknownType(), await(create.create(session(Role.MERCHANT), shop(2))));
        assertEquals(0, shopsInAll());
        assertEquals(List.of(), applied);
    }
}
