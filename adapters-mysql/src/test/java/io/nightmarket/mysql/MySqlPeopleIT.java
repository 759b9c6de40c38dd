package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.account.profile.Profile;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.domain.checkin.CheckIns.Day;
import io.nightmarket.domain.contract.CheckInsContract;
import io.nightmarket.domain.contract.FollowsContract;
import io.nightmarket.domain.contract.ManagedUsersContract;
import io.nightmarket.domain.contract.PasswordsContract;
import io.nightmarket.domain.contract.PermissionsContract;
import io.nightmarket.domain.contract.ProfilesContract;
import io.nightmarket.domain.contract.ShopStaffContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.contract.TotpSecretsContract;
import io.nightmarket.domain.contract.UserRepositoryContract;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.follow.Follows.Entry;
import io.nightmarket.domain.follow.Follows.Snapshot;
import io.nightmarket.domain.moderation.ManagedUsers;
import io.nightmarket.domain.moderation.UserTransition;
import io.nightmarket.domain.moderation.UserTransition.Outcome;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopStaff;
import io.nightmarket.testkit.SiteDatabase;
import java.sql.SQLIntegrityConstraintViolationException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Users on MySQL, and what belongs to each of them. */
final class MySqlPeopleIT {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Nested
    final class OfUsers extends UserRepositoryContract {
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

    @Nested
    final class OfProfiles extends ProfilesContract {
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

    @Nested
    final class OfPasswords extends PasswordsContract {
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

    @Nested
    final class OfPermissions extends PermissionsContract {
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
            List<UserId> ids =
                    Stages.atOnce(8, _ -> permissions().grant(freshPhone(), "user_x", Role.MERCHANT)).stream()
                            .map(granted -> granted.user().id())
                            .distinct()
                            .toList();
            assertEquals(8, ids.size());
            ids.forEach(id -> assertEquals(
                    Role.MERCHANT, await(users().find(id)).orElseThrow().role()));
        }
    }

    @Nested
    final class OfTotpSecrets extends TotpSecretsContract {
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

    @Nested
    final class OfCheckIns extends CheckInsContract {
        @Override
        protected CheckIns checkIns() {
            return MYSQL.adapters().checkIns();
        }

        @Override
        protected UserId newUser() {
            return MySqlFixture.newUser();
        }

        @Test
        void anAdoptedDayWithoutTheFlagWasNotMadeUp() {
            UserId user = newUser();
            LocalDate day = LocalDate.of(2026, 11, 20);
            var _ = MySqlFixture.execute(
                    "INSERT INTO tb_sign (user_id, year, month, date) VALUES (?, 2026, 11, '2026-11-20')",
                    user.value());
            assertEquals(List.of(new Day(day, false)), await(checkIns().days(user, day, day)));
        }

        @Test
        void ofRowsThatSayTheSameTheOldestStays() {
            try (SiteDatabase site = SiteDatabase.ofASite()) {
                for (String row :
                        List.of("(1, 5, '2026-11-20', 0)", "(2, 5, '2026-11-20', 1)", "(3, 6, '2026-11-20', 1)")) {
                    site.run("INSERT INTO tb_sign (id, user_id, date, is_backup, year, month) VALUES "
                            + row.replace(")", ", 2026, 11)"));
                }
                MySqlSchema.migrate(MySqlFixture.config(site));
                assertEquals(
                        List.of("1|5|0", "3|6|1"), site.rows("SELECT id, user_id, is_backup FROM tb_sign ORDER BY id"));
            }
        }
    }

    @Nested
    final class OfFollows extends FollowsContract {
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
            long id = MySqlFixture.execute(
                    "INSERT INTO tb_follow (user_id, follow_user_id) VALUES (?, 7)", follower.value());
            var _ = MySqlFixture.execute(
                    "INSERT INTO tb_follow (user_id, follow_user_id) VALUES (?, 0)", follower.value());
            assertEquals(
                    new Snapshot(Follows.FIRST_VERSION, List.of(new UserId(7)), true),
                    await(follows().snapshot(follower, 10)));
            assertEquals(
                    List.of(new Entry(id, new UserId(7))),
                    await(follows().followed(follower, OptionalLong.empty(), 10)));
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

    @Nested
    final class OfShopStaff extends ShopStaffContract {
        @Override
        protected ShopStaff staff() {
            return MYSQL.adapters().shopStaff();
        }

        @Override
        protected UserRepository users() {
            return MYSQL.adapters().users();
        }

        @Override
        protected ShopRepository shops() {
            return MYSQL.adapters().shops();
        }

        @Override
        protected Permissions permissions() {
            return MYSQL.adapters().permissions();
        }

        @Override
        protected AuditTrail trail() {
            return MYSQL.adapters().auditTrail();
        }
    }

    @Nested
    final class OfManagedUsers extends ManagedUsersContract {
        @Override
        protected ManagedUsers managed() {
            return MYSQL.adapters().managedUsers();
        }

        @Override
        protected UserRepository users() {
            return MYSQL.adapters().users();
        }

        @Override
        protected Permissions permissions() {
            return MYSQL.adapters().permissions();
        }

        @Override
        protected ShopRepository shops() {
            return MYSQL.adapters().shops();
        }

        @Override
        protected NoteRepository notes() {
            return MYSQL.adapters().notes();
        }

        @Override
        protected CommentRepository comments() {
            return MYSQL.adapters().comments();
        }

        @Override
        protected LikeLedger likes() {
            return MYSQL.adapters().likes();
        }

        @Override
        protected AuditTrail trail() {
            return MYSQL.adapters().auditTrail();
        }

        @Test
        void profilesSecretsRolesInShopsAndCheckInsGo() {
            UserId user = MySqlFixture.newUser();
            for (String row : List.of(
                    "tb_user_info (user_id) VALUES (?)",
                    "user_totp (user_id, secret) VALUES (?, 'x')",
                    "shop_staff (shop_id, user_id, role) VALUES (1, ?, 'CASHIER')",
                    "tb_sign (user_id, year, month, date) VALUES (?, 2026, 11, '2026-11-20')")) {
                var _ = MySqlFixture.execute("INSERT INTO " + row, user.value());
            }
            StaffAction action = new StaffAction(new UserId(1), "192.0.2.7", "eraseUser", "/admin/users", "asked for");
            assertEquals(
                    Outcome.DONE,
                    await(managed().change(action, Role.ADMIN, user, UserTransition.ERASE))
                            .outcome());
            assertEquals(1, await(managed().deleteRows(user, 10)));
            for (String table : List.of("tb_user_info", "user_totp", "shop_staff", "tb_sign")) {
                assertEquals(
                        0,
                        MySqlFixture.number("SELECT COUNT(*) FROM " + table + " WHERE user_id = ?", user.value()),
                        table);
            }
            var _ = MySqlFixture.execute(
                    "UPDATE erased_user SET erased_at = erased_at - INTERVAL 1 HOUR WHERE user_id = ?", user.value());
            await(managed().finish(user));
            assertEquals(0, MySqlFixture.number("SELECT COUNT(*) FROM erased_user WHERE user_id = ?", user.value()));
        }
    }
}
