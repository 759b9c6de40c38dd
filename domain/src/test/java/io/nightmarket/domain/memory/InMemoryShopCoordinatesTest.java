package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ShopPlacesContract;
import io.nightmarket.domain.shop.ShopPlace;
import io.nightmarket.domain.shop.ShopPlaces;

class InMemoryShopPlacesTest extends ShopPlacesContract {
    private final InMemoryShopPlaces places = new InMemoryShopPlaces();

    @Override
    protected ShopPlaces places() {
        return places;
    }

    @Override
    protected void add(ShopPlace place) {
        places.put(place);
    }
}
