package io.nightmarket.mysql;

import static io.nightmarket.mysql.MySqlFixture.execute;

import io.nightmarket.domain.contract.ShopCoordinatesReaderContract;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import org.junit.jupiter.api.AutoClose;

class MySqlShopCoordinatesIT extends ShopCoordinatesReaderContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected ShopCoordinatesReader coordinates() {
        return MYSQL.adapters().shopCoordinates();
    }

    @Override
    protected void add(ShopCoordinates place) {
        var _ = execute(
                "INSERT INTO tb_shop (id, name, type_id, images, address, x, y) VALUES (?, '试店', ?, '', '试路', ?, ?)",
                place.id().value(),
                place.type(),
                place.x(),
                place.y());
    }
}
