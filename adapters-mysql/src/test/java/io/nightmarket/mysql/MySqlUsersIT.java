package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.UserRepositoryContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MySqlUsersIT extends UserRepositoryContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected UserRepository users() {
        return MYSQL.adapters().users();
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
