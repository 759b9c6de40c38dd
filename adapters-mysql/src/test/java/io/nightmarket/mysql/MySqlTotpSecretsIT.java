package io.nightmarket.mysql;

import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.TotpSecretsContract;
import org.junit.jupiter.api.AutoClose;

final class MySqlTotpSecretsIT extends TotpSecretsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected TotpSecrets secrets() {
        return MYSQL.adapters().totpSecrets();
    }

    @Override
    protected UserRepository users() {
        return MYSQL.adapters().users();
    }

    @Override
    protected void nextDay(UserId user) {
        var _ = MySqlFixture.execute(
                "UPDATE user_totp SET wrong_on = wrong_on - INTERVAL 1 DAY WHERE user_id = ?", user.value());
    }
}
