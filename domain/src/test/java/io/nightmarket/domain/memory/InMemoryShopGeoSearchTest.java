package io.nightmarket.domain.memory;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.ShopGeoSearchContract;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

class InMemoryShopGeoSearchTest extends ShopGeoSearchContract {
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
