package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.contract.PermissionsContract;
import io.nightmarket.domain.shop.ShopRepository;

class InMemoryPermissionsTest extends PermissionsContract {
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryShops shops = new InMemoryShops();
    private final InMemoryPermissions permissions = new InMemoryPermissions(users, shops);

    @Override
    protected Permissions permissions() {
        return permissions;
    }

    @Override
    protected UserRepository users() {
        return users;
    }

    @Override
    protected ShopRepository shops() {
        return shops;
    }
}
