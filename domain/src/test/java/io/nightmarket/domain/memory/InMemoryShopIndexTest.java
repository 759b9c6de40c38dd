package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ShopIndexContract;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopIndex;

class InMemoryShopIndexTest extends ShopIndexContract {
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
