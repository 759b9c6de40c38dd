package io.nightmarket.mysql;

import static io.nightmarket.mysql.MySqlFixture.execute;

import io.nightmarket.domain.contract.ShopPlacesContract;
import io.nightmarket.domain.shop.ShopPlace;
import io.nightmarket.domain.shop.ShopPlaces;
import org.junit.jupiter.api.AfterEach;

class MySqlShopPlacesIT extends ShopPlacesContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected ShopPlaces places() {
        return fixture.adapters().shopPlaces();
    }

    @Override
    protected void add(ShopPlace place) {
        var _ = execute(
                "INSERT INTO tb_shop (id, name, type_id, images, address, x, y) VALUES (?, '试店', ?, '', '试路', ?, ?)",
                place.id().value(),
                place.type(),
                place.x(),
                place.y());
    }
}
