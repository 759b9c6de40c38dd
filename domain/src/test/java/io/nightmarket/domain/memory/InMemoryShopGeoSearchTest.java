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
    private final InMemoryShopCoordinates places = new InMemoryShopCoordinates();
    private final InMemoryShopIndex index = new InMemoryShopIndex();
    private final MaintainShopIndex rebuild =
            new MaintainShopIndex(places, index, Duration.ofHours(6), System::nanoTime);

    @BeforeEach
    void build() {
        await(rebuild.iterate());
    }

    @Override
    protected ShopGeoSearch locations() {
        return index;
    }

    @Override
    protected void add(List<ShopCoordinates> shops) {
        shops.forEach(places::put);
        await(rebuild.iterate());
    }
}
