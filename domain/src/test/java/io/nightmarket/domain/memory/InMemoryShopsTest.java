package io.nightmarket.domain.memory;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.ShopCoordinatesReaderContract;
import io.nightmarket.domain.contract.ShopGeoSearchContract;
import io.nightmarket.domain.contract.ShopIndexContract;
import io.nightmarket.domain.contract.ShopRepositoryContract;
import io.nightmarket.domain.contract.ShopTypesContract;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.ShopTypes;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;

/** The ports of shops in memory keep their contracts. */
final class InMemoryShopsTest {
    @Nested
    final class OfShops extends ShopRepositoryContract {
        private final InMemoryShops shops = new InMemoryShops();

        @Override
        protected ShopRepository shops() {
            return shops;
        }

        @Override
        protected void add(Shop shop) {
            shops.add(shop);
        }

        @Override
        protected void addType(ShopType type) {
            shops.addType(type);
        }

        @Override
        protected void own(ShopId shop, UserId merchant) {
            shops.own(shop, merchant);
        }
    }

    @Nested
    final class OfShopTypes extends ShopTypesContract {
        private final InMemoryShops shops = new InMemoryShops();

        @Override
        protected ShopTypes types() {
            return shops;
        }

        @Override
        protected ShopRepository shops() {
            return shops;
        }
    }

    @Nested
    final class OfShopCoordinates extends ShopCoordinatesReaderContract {
        private final InMemoryShopCoordinates coordinates = new InMemoryShopCoordinates();

        @Override
        protected ShopCoordinatesReader coordinates() {
            return coordinates;
        }

        @Override
        protected void add(ShopCoordinates place) {
            coordinates.put(place);
        }
    }

    @Nested
    final class OfShopIndex extends ShopIndexContract {
        private final InMemoryShopIndex index = new InMemoryShopIndex();

        @Override
        protected ShopIndex index() {
            return index;
        }

        @Override
        protected ShopGeoSearch geoSearch() {
            return index;
        }

        @Override
        protected void lose() {
            index.lose();
        }

        @Override
        protected void lose(long type) {
            index.lose(type);
        }
    }

    @Nested
    final class OfShopGeoSearch extends ShopGeoSearchContract {
        private final InMemoryShopCoordinates coordinates = new InMemoryShopCoordinates();
        private final InMemoryShopIndex index = new InMemoryShopIndex();
        private final MaintainShopIndex rebuild =
                new MaintainShopIndex(coordinates, index, Duration.ofHours(6), System::nanoTime);

        @BeforeEach
        void build() {
            await(rebuild.iterate());
        }

        @Override
        protected ShopGeoSearch geoSearch() {
            return index;
        }

        @Override
        protected void add(List<ShopCoordinates> shops) {
            shops.forEach(coordinates::put);
            await(rebuild.iterate());
        }
    }
}
