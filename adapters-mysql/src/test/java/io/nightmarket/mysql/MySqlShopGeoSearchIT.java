package io.nightmarket.mysql;

import static io.nightmarket.mysql.MySqlFixture.execute;

import io.nightmarket.domain.contract.ShopGeoSearchContract;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;

class MySqlShopGeoSearchIT extends ShopGeoSearchContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected ShopGeoSearch geoSearch() {
        return MYSQL.adapters().shopGeoSearch();
    }

    @Override
    protected void add(List<ShopCoordinates> shops) {
        var _ = execute(
                "INSERT INTO tb_shop (id, name, type_id, images, address, x, y) VALUES (?, '试店', ?, '', '试路', ?, ?)"
                        + ", (?, '试店', ?, '', '试路', ?, ?)".repeat(shops.size() - 1),
                shops.stream()
                        .flatMap(shop -> Stream.of(shop.id().value(), shop.type(), shop.x(), shop.y()))
                        .toArray());
    }
}
