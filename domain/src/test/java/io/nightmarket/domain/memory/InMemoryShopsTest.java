package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.ShopRepositoryContract;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;

class InMemoryShopsTest extends ShopRepositoryContract {
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
