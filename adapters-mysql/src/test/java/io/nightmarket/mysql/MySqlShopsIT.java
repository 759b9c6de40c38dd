package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static io.nightmarket.mysql.MySqlFixture.number;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.contract.ShopRepositoryContract;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.testkit.SiteDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it takes the next id of a shop")
class MySqlShopsIT extends ShopRepositoryContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected ShopRepository shops() {
        return MYSQL.adapters().shops();
    }

    @Override
    protected void add(Shop shop) {
        var _ = execute(
                "INSERT INTO tb_shop (id, name, type_id, images, area, address, x, y, avg_price, sold, comments, score,"
                        + " open_hours, create_time, update_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                shop.id().value(),
                shop.name(),
                shop.typeId(),
                shop.images(),
                String.valueOf(shop.area()),
                shop.address(),
                shop.x(),
                shop.y(),
                shop.avgPrice() == null ? 0 : shop.avgPrice(),
                shop.sold(),
                shop.comments(),
                shop.score(),
                String.valueOf(shop.openHours()),
                shop.createTime(),
                shop.updateTime());
    }

    @Override
    protected void addType(ShopType type) {
        var _ = execute(
                "INSERT INTO tb_shop_type (id, sort, create_time, update_time) VALUES (?, ?, ?, ?)",
                type.id(),
                type.sort(),
                Instant.parse("2026-11-20T12:00:00Z"),
                Instant.parse("2026-11-20T12:00:00Z"));
        if (type.name() != null) {
            var _ = execute(
                    "UPDATE tb_shop_type SET name = ?, update_time = update_time WHERE id = ?", type.name(), type.id());
        }
        if (type.icon() != null) {
            var _ = execute(
                    "UPDATE tb_shop_type SET icon = ?, update_time = update_time WHERE id = ?", type.icon(), type.id());
        }
    }

    @Override
    protected void own(ShopId shop, UserId merchant) {
        var _ = execute("INSERT INTO merchant_shop (shop_id, user_id) VALUES (?, ?)", shop.value(), merchant.value());
    }

    @Test
    void theChangeIsWrittenWithTheShopAndOnlyThen() {
        long type = ThreadLocalRandom.current().nextLong(1_000_000_000L, 1L << 50);
        UserId merchant = new UserId(type);
        NewShop shop = new NewShop("新店", type, "", null, "路", 1, 2, null, null);

        ShopRepository.Saved saved = await(shops().create(shop, Optional.of(merchant)));
        CacheChange updated = await(shops().update(renamed(saved.id(), "n"))).orElseThrow();

        String ofShop = "SELECT COUNT(*) FROM cache_change WHERE cache = 'shop' AND entry = ?";
        String key = Long.toString(saved.id().value());
        assertEquals(1, number(ofShop + " AND id = ?", key, saved.change().id()));
        assertEquals(1, number(ofShop + " AND id = ? AND confirmed_by = ''", key, updated.id()));
        assertEquals(2, number(ofShop, key));
        assertEquals(Optional.empty(), await(shops().update(renamed(new ShopId(type), "n"))));
        assertEquals(0, number(ofShop, Long.toString(type)));
    }

    @Test
    void theIndexHoldsThePairsOfTheNameAndNoneOfAnEarlierOne() {
        ShopId id = await(shops().create(new NewShop("旧旧旧 AB", 1, "", null, "路", 1, 2, null, null), Optional.empty()))
                .id();
        assertEquals(4, number("SELECT COUNT(*) FROM shop_name_gram WHERE shop_id = ?", id.value()));

        var _ = await(shops().update(renamed(id, "新店")));

        assertEquals(1, number("SELECT COUNT(*) FROM shop_name_gram WHERE shop_id = ?", id.value()));
    }

    /** Whoever made the shop's row alone would leave a shop that its merchant can't touch. */
    @Test
    void aShopWhoseOwnerCannotBeWrittenIsNotMade() {
        long type = ThreadLocalRandom.current().nextLong(1_000_000_000L, 1L << 50);
        NewShop shop = new NewShop("新店", type, "", null, "路", 1, 2, null, null);
        long next = await(shops().create(shop, Optional.empty())).id().value() + 1;
        own(new ShopId(next), new UserId(1));

        var _ = failureOf(shops().create(shop, Optional.of(new UserId(2))));

        assertEquals(1, number("SELECT COUNT(*) FROM tb_shop WHERE type_id = ?", type));
        assertEquals(0, number("SELECT COUNT(*) FROM cache_change WHERE cache = 'shop' AND entry = ?", "" + next));
    }

    private static ShopChange renamed(ShopId id, String name) {
        return new ShopChange(id, name, null, null, null, null, null, null, null, null);
    }

    @Test
    void anAdoptedShopWithoutTimesAndPriceIsRead() {
        long id = execute("INSERT INTO tb_shop (name, type_id, images, address, x, y, create_time, update_time)"
                + " VALUES ('旧店', 1, '', '', 0, 0, NULL, NULL)");
        Shop shop = await(shops().find(new ShopId(id))).orElseThrow();
        assertEquals("旧店", shop.name());
        assertNull(shop.avgPrice());
        assertNull(shop.openHours());
        assertEquals(Instant.EPOCH, shop.createTime());
    }

    /** The columns hold numbers that are none of a shop here; whoever turns pages passes over them. */
    @Test
    void adoptedRowsWithoutAnIdOfAShopAreOnNoPage() {
        try (SiteDatabase site = SiteDatabase.ofASite();
                MySqlFixture adopted = new MySqlFixture(MySqlFixture.config(site))) {
            site.run("SET sql_mode = 'NO_AUTO_VALUE_ON_ZERO'");
            for (String id : List.of("0", "7", "9223372036854775807", "9223372036854775808", "18446744073709551614")) {
                site.run("INSERT INTO tb_shop (id, name, type_id, images, address, x, y, score)" + " VALUES (" + id
                        + ", '旧店', 1, '', '', 0, 0, 0)");
            }
            MySqlSchema.migrate(MySqlFixture.config(site));
            ShopRepository shops = adopted.adapters().shops();
            List<ShopId> usual = List.of(new ShopId(7), new ShopId(Long.MAX_VALUE));

            for (ShopOrder order : ShopOrder.values()) {
                assertEquals(usual, await(shops.pageOfType(1, order, 0, 10)));
                assertEquals(usual.subList(1, 2), await(shops.pageOfType(1, order, 1, 10)));
            }
            assertEquals(usual, await(shops.pageByName(Optional.empty(), 0, 10)));
            assertEquals(usual, await(shops.pageByName(Optional.of("旧店"), 0, 10)));
            assertEquals(List.of(7L, Long.MAX_VALUE), await(shops.idsAfter(0, 10)));
        }
    }
}
