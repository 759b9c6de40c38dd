package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.contract.ProfilesContract;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlProfilesIT extends ProfilesContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected Profiles profiles() {
        return MYSQL.adapters().profiles();
    }

    @Override
    protected UserRepository users() {
        return MYSQL.adapters().users();
    }

    @Test
    void anAdoptedProfileOfNullsIsRead() {
        UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52));
        var _ = MySqlFixture.execute(
                "INSERT INTO tb_user_info (user_id, city, fans, followee, gender, credits, level)"
                        + " VALUES (?, NULL, NULL, NULL, NULL, NULL, NULL)",
                user.value());
        assertEquals(
                Optional.of(new Profile(user, "", null, 0, 0, false, null, 0, 0)),
                await(profiles().find(user)));
    }
}
