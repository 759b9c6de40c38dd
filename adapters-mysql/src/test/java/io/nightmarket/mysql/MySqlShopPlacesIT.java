package io.nightmarket.mysql;

import static io.nightmarket.mysql.MySqlFixture.execute;

import io.nightmarket.domain.contract.ShopCoordinatesReaderContract;
import io.nightmarket.domain.contract.ShopGeoSearchContract;
import io.nightmarket.domain.contract.ShopTypesContract;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopTypes;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;

/** Where shops are and what they sell, on MySQL. */
final class MySqlShopPlacesIT {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Nested
    final class OfShopTypes extends ShopTypesContract {
        @Override
        protected ShopTypes types() {
            return MYSQL.adapters().shopTypes();
        }

        @Override
        protected ShopRepository shops() {
            return MYSQL.adapters().shops();
        }
    }

    @Nested
    final class OfShopCoordinates extends ShopCoordinatesReaderContract {
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

    @Nested
    final class OfShopGeoSearch extends ShopGeoSearchContract {
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
}
