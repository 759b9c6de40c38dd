package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.contract.PermissionsContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.shop.ShopRepository;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class MySqlPermissionsIT extends PermissionsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected Permissions permissions() {
        return MYSQL.adapters().permissions();
    }

    @Override
    protected UserRepository users() {
        return MYSQL.adapters().users();
    }

    @Override
    protected ShopRepository shops() {
        return MYSQL.adapters().shops();
    }

    /** Roles that do not exist yet lie in one gap of the index, where transactions could lock each other out. */
    @Test
    void concurrentGrantsToManyNewPhonesAllSucceed() {
        List<UserId> ids = Stages.atOnce(8, _ -> permissions().grant(freshPhone(), "user_x", Role.MERCHANT)).stream()
                .map(granted -> granted.user().id())
                .distinct()
                .toList();
        assertEquals(8, ids.size());
        ids.forEach(id -> assertEquals(
                Role.MERCHANT, await(users().find(id)).orElseThrow().role()));
    }
}
