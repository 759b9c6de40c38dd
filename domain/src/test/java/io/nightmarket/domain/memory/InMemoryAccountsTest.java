package io.nightmarket.domain.memory;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.LoginCodes;
import io.nightmarket.domain.account.PasswordTries;
import io.nightmarket.domain.account.Passwords;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Requester;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.TotpSecrets;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.UserRepository;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.account.profile.Profiles;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.contract.LoginCodesContract;
import io.nightmarket.domain.contract.ManagedUsersContract;
import io.nightmarket.domain.contract.PasswordTriesContract;
import io.nightmarket.domain.contract.PasswordsContract;
import io.nightmarket.domain.contract.PermissionsContract;
import io.nightmarket.domain.contract.ProfilesContract;
import io.nightmarket.domain.contract.SessionLedgerContract;
import io.nightmarket.domain.contract.SessionStoreContract;
import io.nightmarket.domain.contract.ShopStaffContract;
import io.nightmarket.domain.contract.TotpSecretsContract;
import io.nightmarket.domain.contract.UserRepositoryContract;
import io.nightmarket.domain.moderation.ManagedUsers;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopStaff;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Nested;

/** The ports of accounts in memory keep their contracts. */
final class InMemoryAccountsTest {
    @Nested
    final class OfUsers extends UserRepositoryContract {
        private final InMemoryUsers users = new InMemoryUsers();

        @Override
        protected UserRepository users() {
            return users;
        }

        @Override
        protected void grant(UserId user, Role role) {
            users.grant(user, role);
        }
    }

    @Nested
    final class OfProfiles extends ProfilesContract {
        private final InMemoryUsers users = new InMemoryUsers();
        private final Profiles profiles = new InMemoryProfiles(users);

        @Override
        protected Profiles profiles() {
            return profiles;
        }

        @Override
        protected UserRepository users() {
            return users;
        }
    }

    @Nested
    final class OfPasswords extends PasswordsContract {
        private final InMemoryUsers users = new InMemoryUsers();
        private final Passwords passwords = new InMemoryPasswords(users);

        @Override
        protected Passwords passwords() {
            return passwords;
        }

        @Override
        protected UserRepository users() {
            return users;
        }
    }

    @Nested
    final class OfPasswordTries extends PasswordTriesContract {
        private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
        private final Set<Requester> known = new HashSet<>();
        private final PasswordTries tries = new InMemoryPasswordTries(known::contains, clock);

        @Override
        protected PasswordTries tries() {
            return tries;
        }

        @Override
        protected void recognize(Requester requester) {
            known.add(requester);
        }

        @Override
        protected void passPause(Requester requester, Duration pause) {
            clock.advance(pause);
        }
    }

    @Nested
    final class OfLoginCodes extends LoginCodesContract {
        private final ManualClock clock = new ManualClock(Instant.EPOCH);
        private final ConcurrentHashMap<Integer, LoginCodes> byLimit = new ConcurrentHashMap<>();

        @Override
        protected LoginCodes codes(int perAddressAndHour) {
            return byLimit.computeIfAbsent(perAddressAndHour, limit -> new InMemoryLoginCodes(clock, limit));
        }

        @Override
        protected void elapse(Duration time) {
            clock.advance(time);
        }
    }

    @Nested
    final class OfSessionLedger extends SessionLedgerContract {
        private final InMemoryUsers users = new InMemoryUsers();
        private final InMemorySessionLedger ledger = new InMemorySessionLedger(POLICY, true, users);

        @Override
        protected SessionLedger ledger() {
            return ledger;
        }

        @Override
        protected UserId user() {
            return await(users.findOrCreate(new PhoneNumber("13812345678"), "user_x"))
                    .id();
        }

        @Override
        protected void grant(UserId user, Role role) {
            users.grant(user, role);
        }

        @Override
        protected void useSecondFactor(UserId user, long step) {
            // not asked for
        }

        @Override
        protected void settleLastSeen() {
            // written at once
        }
    }

    @Nested
    final class OfSessionStore extends SessionStoreContract {
        private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
        private final Map<SessionPolicy, SessionStore> stores = new HashMap<>();

        @Override
        protected synchronized SessionStore store(SessionPolicy policy) {
            return stores.computeIfAbsent(policy, _ -> new InMemorySessionStore(policy, clock));
        }

        @Override
        protected Instant now() {
            return clock.instant();
        }

        @Override
        protected void elapse(Duration time) {
            clock.advance(time);
        }
    }

    @Nested
    final class OfTotpSecrets extends TotpSecretsContract {
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

    @Nested
    final class OfPermissions extends PermissionsContract {
        private final InMemoryUsers users = new InMemoryUsers();
        private final InMemoryShops shops = new InMemoryShops();
        private final InMemoryPermissions permissions = new InMemoryPermissions(users, shops);

        @Override
        protected Permissions permissions() {
            return permissions;
        }

        @Override
        protected UserRepository users() {
            return users;
        }

        @Override
        protected ShopRepository shops() {
            return shops;
        }
    }

    @Nested
    final class OfShopStaff extends ShopStaffContract {
        private final InMemoryUsers users = new InMemoryUsers();
        private final InMemoryShops shops = new InMemoryShops();
        private final InMemoryAuditTrail trail = new InMemoryAuditTrail();

        @Override
        protected ShopStaff staff() {
            return new InMemoryShopStaff(users, shops, trail);
        }

        @Override
        protected UserRepository users() {
            return users;
        }

        @Override
        protected ShopRepository shops() {
            return shops;
        }

        @Override
        protected Permissions permissions() {
            return new InMemoryPermissions(users, shops);
        }

        @Override
        protected AuditTrail trail() {
            return trail;
        }
    }

    @Nested
    final class OfManagedUsers extends ManagedUsersContract {
        private final InMemoryNotes notes = new InMemoryNotes(_ -> true, Clock.systemUTC());
        private final InMemoryComments comments = new InMemoryComments(notes, Clock.systemUTC());
        private final InMemoryLikes likes = new InMemoryLikes(notes, Clock.systemUTC());
        private final InMemoryAuditTrail trail = new InMemoryAuditTrail();
        private final InMemoryUsers users = new InMemoryUsers();
        private final InMemoryShops shops = new InMemoryShops();
        private final ManagedUsers managed =
                new InMemoryManagedUsers(users, shops, notes, comments, likes, trail, Clock.systemUTC());

        @Override
        protected ManagedUsers managed() {
            return managed;
        }

        @Override
        protected UserRepository users() {
            return users;
        }

        @Override
        protected Permissions permissions() {
            return new InMemoryPermissions(users, shops);
        }

        @Override
        protected ShopRepository shops() {
            return shops;
        }

        @Override
        protected NoteRepository notes() {
            return notes;
        }

        @Override
        protected CommentRepository comments() {
            return comments;
        }

        @Override
        protected LikeLedger likes() {
            return likes;
        }

        @Override
        protected AuditTrail trail() {
            return trail;
        }
    }
}
