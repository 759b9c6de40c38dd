package io.nightmarket.mysql;

import io.nightmarket.domain.contract.ShopTypesContract;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopTypes;
import org.junit.jupiter.api.AfterEach;

class MySqlShopTypesIT extends ShopTypesContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected ShopTypes types() {
        return fixture.adapters().shopTypes();
    }

    @Override
    protected ShopRepository shops() {
        return fixture.adapters().shops();
    }
}
