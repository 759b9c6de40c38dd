package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ShopCoordinatesReaderContract;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;

class InMemoryShopCoordinatesTest extends ShopCoordinatesReaderContract {
    private final InMemoryShopCoordinates places = new InMemoryShopCoordinates();

    @Override
    protected ShopCoordinatesReader places() {
        return places;
    }

    @Override
    protected void add(ShopCoordinates place) {
        places.put(place);
    }
}
