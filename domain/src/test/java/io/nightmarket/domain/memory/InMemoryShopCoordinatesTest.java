package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ShopCoordinatesReaderContract;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;

class InMemoryShopCoordinatesTest extends ShopCoordinatesReaderContract {
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
