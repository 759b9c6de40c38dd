package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.ShopTypesContract;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopTypes;

class InMemoryShopTypesTest extends ShopTypesContract {
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
