package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.TotpSecretsContract;

final class InMemoryTotpSecretsTest extends TotpSecretsContract {
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryTotpSecrets secrets = new InMemoryTotpSecrets(users);

    @Override
    protected TotpSecrets secrets() {
        return secrets;
    }

    @Override
    protected UserRepository users() {
        return users;
    }

    @Override
    protected void nextDay(UserId user) {
        secrets.nextDay();
    }
}
