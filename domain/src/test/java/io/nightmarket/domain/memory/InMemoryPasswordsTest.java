package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.PasswordsContract;

final class InMemoryPasswordsTest extends PasswordsContract {
    private final InMemoryUsers users = new InMemoryUsers();
    private final Passwords passwords = new InMemoryPasswords(users);

    @Override
    protected Passwords passwords() {
        return passwords;
    }

    @Override
    protected UserRepository users() {
        return users;
    }
}
