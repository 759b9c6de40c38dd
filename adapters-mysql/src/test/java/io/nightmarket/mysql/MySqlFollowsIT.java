package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.FollowsContract;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.follow.Follows.Entry;
import io.nightmarket.domain.follow.Follows.Snapshot;
import io.nightmarket.testkit.SiteDatabase;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlFollowsIT extends FollowsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected Follows follows() {
        return MYSQL.adapters().follows();
    }

    @Override
    protected UserId newUser() {
        return MySqlFixture.newUser();
    }

    @Test
    void anAdoptedRowOfNoUserIsLeftOut() {
        UserId follower = newUser();
        long id =
                MySqlFixture.execute("INSERT INTO tb_follow (user_id, follow_user_id) VALUES (?, 7)", follower.value());
        var _ = MySqlFixture.execute("INSERT INTO tb_follow (user_id, follow_user_id) VALUES (?, 0)", follower.value());
        assertEquals(
                new Snapshot(Follows.FIRST_VERSION, List.of(new UserId(7)), true),
                await(follows().snapshot(follower, 10)));
        assertEquals(
                List.of(new Entry(id, new UserId(7))), await(follows().followed(follower, OptionalLong.empty(), 10)));
    }

    @Test
    void theDatabaseRefusesASecondRowThatSaysTheSame() {
        UserId follower = newUser();
        String insert = "INSERT INTO tb_follow (user_id, follow_user_id) VALUES (?, 7)";
        var _ = MySqlFixture.execute(insert, follower.value());
        AssertionError refused =
                assertThrows(AssertionError.class, () -> MySqlFixture.execute(insert, follower.value()));
        assertInstanceOf(SQLIntegrityConstraintViolationException.class, refused.getCause());
    }

    @Test
    void ofRowsThatSayTheSameTheOldestStays() {
        try (SiteDatabase site = SiteDatabase.ofASite()) {
            for (String row : List.of("(1, 5, 6)", "(2, 5, 7)", "(3, 5, 6)", "(4, 6, 5)", "(9, 5, 6)")) {
                site.run("INSERT INTO tb_follow (id, user_id, follow_user_id) VALUES " + row);
            }
            MySqlSchema.migrate(MySqlFixture.config(site));
            assertEquals(
                    List.of("1|5|6", "2|5|7", "4|6|5"),
                    site.rows("SELECT id, user_id, follow_user_id FROM tb_follow ORDER BY id"));
        }
    }
}
