package io.nightmarket.mysql;

import io.nightmarket.domain.contract.ShopTypesContract;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopTypes;
import org.junit.jupiter.api.AutoClose;

class MySqlShopTypesIT extends ShopTypesContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected ShopTypes types() {
        return MYSQL.adapters().shopTypes();
    }

    @Override
    protected ShopRepository shops() {
        return MYSQL.adapters().shops();
    }
}
