package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.contract.PasswordsContract;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlPasswordsIT extends PasswordsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected Passwords passwords() {
        return MYSQL.adapters().passwords();
    }

    @Override
    protected UserRepository users() {
        return MYSQL.adapters().users();
    }

    @Test
    void anAdoptedNullIsNoPassword() {
        long id = MySqlFixture.execute("INSERT INTO tb_user (phone, password) VALUES (?, NULL)", phone.value());
        assertEquals("", await(passwords().find(phone)).orElseThrow().hash());
        assertTrue(await(passwords().replace(new UserId(id), "", "hash")));
    }
}
