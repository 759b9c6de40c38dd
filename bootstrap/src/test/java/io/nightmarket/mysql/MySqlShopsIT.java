package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.mysql.MySqlFixture.execute;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.ShopRepositoryContract;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MySqlShopsIT extends ShopRepositoryContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected ShopRepository shops() {
        return fixture.adapters().shops();
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
    void anAdoptedShopWithoutTimesAndPriceIsRead() {
        long id = execute("INSERT INTO tb_shop (name, type_id, images, address, x, y, create_time, update_time)"
                + " VALUES ('旧店', 1, '', '', 0, 0, NULL, NULL)");
        Shop shop = await(shops().find(new ShopId(id))).orElseThrow();
        assertEquals("旧店", shop.name());
        assertNull(shop.avgPrice());
        assertNull(shop.openHours());
        assertEquals(Instant.EPOCH, shop.createTime());
    }
}
