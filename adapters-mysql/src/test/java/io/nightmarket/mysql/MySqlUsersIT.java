package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.UserRepositoryContract;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MySqlUsersIT extends UserRepositoryContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected UserRepository users() {
        return fixture.adapters().users();
    }

    @Override
    protected void grant(UserId user, Role role) {
        MySqlFixture.grant(user, role);
    }

    @Test
    void anAdoptedUserWithoutNameIsRead() {
        PhoneNumber phone = freshPhone();
        long id = MySqlFixture.execute(
                "INSERT INTO tb_user (phone, nick_name, icon) VALUES (?, NULL, NULL)", phone.value());
        assertEquals(new User(new UserId(id), "", "", Role.SHOPPER), await(users().findOrCreate(phone, "user_x")));
    }
}
