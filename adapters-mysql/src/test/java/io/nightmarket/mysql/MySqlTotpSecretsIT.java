package io.nightmarket.mysql;

import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.TotpSecretsContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlTotpSecretsIT extends TotpSecretsContract {
    private static MySqlFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected TotpSecrets secrets() {
        return fixture.adapters().totpSecrets();
    }

    @Override
    protected UserRepository users() {
        return fixture.adapters().users();
    }

    @Override
    protected void nextDay(UserId user) {
        var _ = MySqlFixture.execute(
                "UPDATE user_totp SET wrong_on = wrong_on - INTERVAL 1 DAY WHERE user_id = ?", user.value());
    }
}
