package io.nightmarket.domain.memory;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.ShopLocationsContract;
import io.nightmarket.domain.shop.MaintainShopIndex;
import io.nightmarket.domain.shop.ShopLocations;
import io.nightmarket.domain.shop.ShopPlace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

class InMemoryShopLocationsTest extends ShopLocationsContract {
    private final InMemoryShopPlaces places = new InMemoryShopPlaces();
    private final InMemoryShopIndex index = new InMemoryShopIndex();
    private final MaintainShopIndex rebuild =
            new MaintainShopIndex(places, index, Duration.ofHours(6), System::nanoTime);

    @BeforeEach
    void build() {
        await(rebuild.iterate());
    }

    @Override
    protected ShopLocations locations() {
        return index;
    }

    @Override
    protected void add(List<ShopPlace> shops) {
        shops.forEach(places::put);
        await(rebuild.iterate());
    }
}
