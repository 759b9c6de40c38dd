package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

/** What every {@link ShopRepository} promises. */
public abstract class ShopRepositoryContract {
    private static final Instant MADE = Instant.parse("2026-11-20T12:00:00Z");

    protected abstract ShopRepository shops();

    protected abstract void add(Shop shop);

    protected abstract void addType(ShopType type);

    protected abstract void own(ShopId shop, UserId merchant);

    private static long freshNumber() {
        return ThreadLocalRandom.current().nextLong(1_000_000_000L, 1L << 50);
    }

    private Shop added() {
        Shop shop = new Shop(
                new ShopId(freshNumber()),
                "老街面馆",
                1,
                "/imgs/a.jpg,/imgs/b.jpg",
                "湖滨",
                "学士路 1 号",
                120.16,
                30.25,
                48L,
                1205,
                317,
                47,
                "10:00-22:00",
                MADE,
                MADE);
        add(shop);
        return shop;
    }

    private static ShopChange nothing(ShopId id) {
        return new ShopChange(id, null, null, null, null, null, null, null, null, null);
    }

    private static Shop at(Shop shop, Instant updateTime) {
        return new Shop(
                shop.id(),
                shop.name(),
                shop.typeId(),
                shop.images(),
                shop.area(),
                shop.address(),
                shop.x(),
                shop.y(),
                shop.avgPrice(),
                shop.sold(),
                shop.comments(),
                shop.score(),
                shop.openHours(),
                shop.createTime(),
                updateTime);
    }

    private Shop reread(ShopId id) {
        return at(await(shops().find(id)).orElseThrow(), MADE);
    }

    @Test
    void aShopIsFoundAsItWasStored() {
        Shop shop = added();
        assertEquals(Optional.of(shop), await(shops().find(shop.id())));
    }

    @Test
    void anUnknownShopIsAbsent() {
        assertEquals(Optional.empty(), await(shops().find(new ShopId(freshNumber()))));
    }

    @Test
    void typesComeBySortThenId() {
        long id = freshNumber();
        ShopType last = new ShopType(id, "美食", "/types/a.png", 9002, MADE, MADE);
        ShopType first = new ShopType(id + 2, "KTV", null, 9001, MADE, MADE);
        ShopType second = new ShopType(id + 3, null, null, 9001, MADE, MADE);
        List.of(last, second, first).forEach(this::addType);
        List<ShopType> ours = await(shops().findTypes()).stream()
                .filter(type -> type.id() >= id && type.id() <= id + 3)
                .toList();
        assertEquals(List.of(first, second, last), ours);
    }

    @Test
    void aShopBelongsToItsMerchantAlone() {
        Shop shop = added();
        UserId merchant = new UserId(freshNumber());
        own(shop.id(), merchant);
        assertTrue(await(shops().isOwnedBy(shop.id(), merchant)));
        assertFalse(await(shops().isOwnedBy(shop.id(), new UserId(merchant.value() + 1))));
        assertFalse(await(shops().isOwnedBy(added().id(), merchant)));
    }

    @Test
    void anUpdateWritesTheMembersGivenAndNoOthers() {
        Shop shop = added();
        ShopChange change = new ShopChange(shop.id(), "新面馆", null, null, null, null, null, 30.5, 52L, null);
        assertTrue(await(shops().update(change)));
        Shop expected = new Shop(
                shop.id(),
                "新面馆",
                shop.typeId(),
                shop.images(),
                shop.area(),
                shop.address(),
                shop.x(),
                30.5,
                52L,
                shop.sold(),
                shop.comments(),
                shop.score(),
                shop.openHours(),
                MADE,
                MADE);
        assertEquals(expected, reread(shop.id()));
    }

    @Test
    void anUpdateOfEveryMemberIsWritten() {
        Shop shop = added();
        ShopChange change = new ShopChange(shop.id(), "n", 2L, "/i", "a", "d", 1.5, 2.5, 3L, "0:00-24:00");
        assertTrue(await(shops().update(change)));
        assertEquals(
                new Shop(shop.id(), "n", 2, "/i", "a", "d", 1.5, 2.5, 3L, 1205, 317, 47, "0:00-24:00", MADE, MADE),
                reread(shop.id()));
    }

    @Test
    void anUpdateThatChangesNothingStillFindsTheShop() {
        Shop shop = added();
        assertTrue(await(shops().update(nothing(shop.id()))));
        ShopChange same = new ShopChange(shop.id(), shop.name(), null, null, null, null, null, null, null, null);
        assertTrue(await(shops().update(same)));
        assertTrue(await(shops().update(same)));
        assertEquals(shop, reread(shop.id()));
    }

    @Test
    void anUpdateOfAnUnknownShopSaysSo() {
        ShopId unknown = new ShopId(freshNumber());
        assertFalse(await(shops().update(nothing(unknown))));
        assertFalse(
                await(shops().update(new ShopChange(unknown, "x", null, null, null, null, null, null, null, null))));
    }
}
