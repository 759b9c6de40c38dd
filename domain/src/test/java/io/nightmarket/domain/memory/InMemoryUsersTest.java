package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.UserRepositoryContract;

class InMemoryUsersTest extends UserRepositoryContract {
    private final InMemoryUsers users = new InMemoryUsers();

    @Override
    protected UserRepository users() {
        return users;
    }

    @Override
    protected void grant(UserId user, Role role) {
        users.grant(user, role);
    }
}
