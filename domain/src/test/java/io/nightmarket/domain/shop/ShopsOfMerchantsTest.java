package io.nightmarket.domain.shop;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shops that merchants and administrators make and change. */
class ShopsOfMerchantsTest {
    private static final ShopId SHOP = new ShopId(1);
    private static final UserId MERCHANT = new UserId(7);

    private final InMemoryShops shops = new InMemoryShops();
    private final ShopOwnership ownership = new ShopOwnership(shops);
    private final List<CacheChange> applied = new ArrayList<>();
    private final UpdateShop update =
            new UpdateShop(shops, ownership, StubShopCache.ofInvalidations(this::applyUpdate));

    @BeforeEach
    void oneShop() {
        shops.add(new Shop(SHOP, "老店", 1, "", null, "路", 1, 2, null, 0, 0, 0, null, Instant.EPOCH, Instant.EPOCH));
        shops.own(SHOP, MERCHANT);
    }

    /** The change is committed when caches are told. */
    private CompletionStage<Void> applyUpdate(CacheChange change) {
        assertEquals("新店", name());
        applied.add(change);
        return CompletableFuture.completedStage(null);
    }

    /** The shop is there when caches are told. */
    private CompletionStage<Void> applyCreation(CacheChange change) {
        assertTrue(shops.exists(new ShopId(Long.parseLong(change.key()))));
        applied.add(change);
        return CompletableFuture.completedStage(null);
    }

    private static Session session(Role role, UserId user) {
        return new Session(SessionId.of("0".repeat(32)), user, role, Instant.MAX);
    }

    private static ShopChange rename(ShopId shop) {
        return new ShopChange(shop, "新店", null, null, null, null, null, null, null, null);
    }

    private static ShopChange move(long typeId) {
        return new ShopChange(SHOP, "新店", typeId, null, null, null, null, null, null, null);
    }

    private String name() {
        return await(shops.find(SHOP)).orElseThrow().name();
    }

    @Test
    void anOwnerChangesTheShopAndCachesForgetIt() {
        assertEquals(UpdateShop.Outcome.UPDATED, await(update.update(session(Role.MERCHANT, MERCHANT), rename(SHOP))));
        assertEquals("新店", name());
        assertEquals(List.of(new CacheChange(1, CacheNames.SHOP, "1")), applied);
    }

    @Test
    void nobodyChangesAShopOfOthers() {
        UserId stranger = new UserId(8);
        assertEquals(
                UpdateShop.Outcome.FORBIDDEN, await(update.update(session(Role.MERCHANT, stranger), rename(SHOP))));
        assertEquals(UpdateShop.Outcome.FORBIDDEN, await(update.update(session(Role.SHOPPER, MERCHANT), rename(SHOP))));
        assertEquals("老店", name());
        assertEquals(List.of(), applied);
    }

    @Test
    void anAdminChangesAnyShopThatIsThere() {
        Session admin = session(Role.ADMIN, new UserId(9));
        assertEquals(UpdateShop.Outcome.UPDATED, await(update.update(admin, rename(SHOP))));
        assertEquals(UpdateShop.Outcome.NOT_FOUND, await(update.update(admin, rename(new ShopId(404)))));
    }

    @Test
    void aShopMovesOnlyToATypeThatThereIs() {
        shops.addType(new ShopType(2, "KTV", null, 1, null, null));
        Session merchant = session(Role.MERCHANT, MERCHANT);
        assertEquals(UpdateShop.Outcome.UNKNOWN_TYPE, await(update.update(merchant, move(3))));
        assertEquals(1, await(shops.find(SHOP)).orElseThrow().typeId());
        assertEquals(UpdateShop.Outcome.UPDATED, await(update.update(merchant, move(2))));
        assertEquals(2, await(shops.find(SHOP)).orElseThrow().typeId());
    }

    private final CreateShop create = new CreateShop(shops, StubShopCache.ofInvalidations(this::applyCreation));

    @BeforeEach
    void oneType() {
        shops.addType(new ShopType(1, "美食", null, 1, null, null));
    }

    private static NewShop shop(long typeId) {
        return new NewShop("新店", typeId, "", null, "路", 1, 2, null, null);
    }

    private int shopsInAll() {
        return await(shops.pageByName(Optional.empty(), 0, 100)).size();
    }

    private static ShopId created(CreateShop.Outcome outcome) {
        return assertInstanceOf(CreateShop.Outcome.Created.class, outcome).shop();
    }

    @Test
    void aMerchantsShopIsTheirsAndCachesHearOfIt() {
        ShopId id = created(await(create.create(session(Role.MERCHANT, MERCHANT), shop(1))));
        assertEquals("新店", await(shops.find(id)).orElseThrow().name());
        assertEquals(Optional.of(ShopRole.OWNER), await(shops.roleIn(id, MERCHANT)));
        assertEquals(List.of(new CacheChange(1, CacheNames.SHOP, Long.toString(id.value()))), applied);
    }

    @Test
    void anAdminsShopIsNobodysYet() {
        ShopId id = created(await(create.create(session(Role.ADMIN, MERCHANT), shop(1))));
        assertEquals(Optional.empty(), await(shops.roleIn(id, MERCHANT)));
    }

    @Test
    void shoppersOpenNoShops() {
        assertEquals(
                new CreateShop.Outcome.Forbidden(), await(create.create(session(Role.SHOPPER, MERCHANT), shop(1))));
        assertEquals(1, shopsInAll());
        assertEquals(List.of(), applied);
    }

    @Test
    void aShopOfAnUnknownTypeIsNotOpened() {
        assertEquals(
                new CreateShop.Outcome.UnknownType(), await(create.create(session(Role.MERCHANT, MERCHANT), shop(2))));
        assertEquals(1, shopsInAll());
        assertEquals(List.of(), applied);
    }
}
