package io.nightmarket.domain.account;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.LogIn.Outcome;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryLoginCodes;
import io.nightmarket.domain.memory.InMemoryPasswordTries;
import io.nightmarket.domain.memory.InMemoryPasswords;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryTotpSecrets;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.PlainHasher;
import io.nightmarket.domain.simulation.Changed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Logins by password, and changes of passwords. After a hash was made or compared something else may happen. */
final class PasswordsTest {
    private static final PhoneNumber PHONE = new PhoneNumber("13812345678");
    private static final Requester REQUESTER = new Requester(PHONE, "203.0.113.7");
    private static final SessionPolicy POLICY = SessionPolicy.DEFAULT;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final Random random = new Random(42);
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryPasswords passwords = new InMemoryPasswords(users);
    private final SessionLedger ledger = new InMemorySessionLedger(POLICY, true, users);
    private final SessionStore store = new InMemorySessionStore(POLICY, clock);
    private Runnable afterwards = () -> {};
    private final PasswordHasher plain = new PlainHasher();
    private final PasswordHasher hasher = Changed.calls(PasswordHasher.class, (_, method, arguments) -> {
        Object answer = Changed.invoke(plain, method, arguments);
        if (answer instanceof CompletionStage<?>) {
            afterwards.run();
        }
        return answer;
    });
    private final LogIn logIn = new LogIn(
            new InMemoryLoginCodes(clock, 0),
            new CodeDigests("secret".getBytes(StandardCharsets.UTF_8)),
            users,
            ledger,
            store,
            new SecondFactor(true, new InMemoryTotpSecrets(users), clock),
            POLICY,
            clock,
            random);
    private final LogInByPassword byPassword = new LogInByPassword(
            logIn,
            passwords,
            hasher,
            new InMemoryPasswordTries(_ -> true, clock),
            new LogOut(store, ledger, SessionEvents.NONE, clock),
            (_, _) -> {});
    private final User user = await(users.findOrCreate(PHONE, "user_first"));

    private Outcome logIn(String password, Optional<String> otp) {
        return await(byPassword.logIn(REQUESTER, password, otp));
    }

    @Test
    void anOldHashLogsInAndIsUpgraded() {
        assertTrue(await(passwords.replace(user.id(), "", "old:secret")));
        assertEquals(new Outcome.Wrong(), logIn("wrong", Optional.empty()));
        assertEquals(
                "old:secret", await(passwords.find(user.id())).orElseThrow().hash());
        Session session = assertInstanceOf(Outcome.LoggedIn.class, logIn("secret", Optional.empty()))
                .session();
        assertEquals(user.id(), session.user());
        assertEquals(
                "plain:secret", await(passwords.find(user.id())).orElseThrow().hash());
        assertInstanceOf(Outcome.LoggedIn.class, logIn("secret", Optional.empty()));
    }

    @Test
    void aPasswordThatIsChangedMeanwhileOpensNoSession() {
        assertTrue(await(passwords.replace(user.id(), "", "plain:secret")));
        afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "plain:secret", "plain:another"));
        };
        assertEquals(new Outcome.Wrong(), logIn("secret", Optional.empty()));
        assertEquals(1, await(ledger.openOf(user.id(), clock.instant())).size(), "the one of before");
    }

    @Test
    void aHashThatAnotherLoginUpgradesMeanwhileLogsIn() {
        assertTrue(await(passwords.replace(user.id(), "", "old:secret")));
        afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "old:secret", "plain:secret"));
        };
        assertInstanceOf(Outcome.LoggedIn.class, logIn("secret", Optional.empty()));
    }

    @Test
    void withoutAPasswordNoneIsRight() {
        assertEquals(new Outcome.Wrong(), logIn("", Optional.empty()));
        assertEquals(new Outcome.Wrong(), logIn("none", Optional.empty()));
    }

    @Test
    void staffNeedTheSecondFactorHere() {
        users.grant(user.id(), Role.ADMIN);
        assertTrue(await(passwords.replace(user.id(), "", "plain:secret")));
        assertEquals(
                Role.SHOPPER,
                assertInstanceOf(Outcome.LoggedIn.class, logIn("secret", Optional.empty()))
                        .session()
                        .role());
        assertEquals(new Outcome.WrongSecondFactor(user.id()), logIn("secret", Optional.of("123456")));
    }

    @Test
    void rightPasswordsUseUpNoTries() {
        assertTrue(await(passwords.replace(user.id(), "", "plain:secret")));
        for (int i = 0; i <= PasswordTries.FREE; i++) {
            assertInstanceOf(Outcome.LoggedIn.class, logIn("secret", Optional.empty()));
        }
        for (int i = 0; i < PasswordTries.FREE; i++) {
            assertEquals(new Outcome.Wrong(), logIn("wrong", Optional.empty()));
        }
        assertEquals(new Outcome.TooSoon(PasswordTries.PAUSE), logIn("secret", Optional.empty()));
    }

    private static final String ADDRESS = "203.0.113.7";
    private final Session session = open();

    private Session open() {
        Session opened = new Session(
                SessionId.random(random),
                user.id(),
                Role.SHOPPER,
                clock.instant().plus(Duration.ofDays(1)));
        await(ledger.open(opened, new SessionLedger.Login(clock.instant(), ADDRESS, OptionalLong.empty())));
        return opened;
    }

    private CompletionStage<ChangePassword.Outcome> change(
            SessionEvents events, Optional<String> old, String password) {
        LogOut logOut = new LogOut(store, ledger, events, clock);
        return new ChangePassword(
                        passwords,
                        hasher,
                        new InMemoryPasswordTries(_ -> true, clock),
                        new ManageSessions(ledger, logOut, clock),
                        clock)
                .change(session, ADDRESS, old, password);
    }

    private String hash() {
        return await(passwords.find(user.id())).orElseThrow().hash();
    }

    @Test
    void nothingIsWrittenWhenOtherSessionsCannotEnd() {
        var _ = open();
        SessionEvents away = new SessionEvents() {
            @Override
            public void ended(SessionId session) {
                throw new Unavailable("away");
            }

            @Override
            public void changed(SessionId session) {}
        };
        assertEquals(
                "away",
                failureOf(Unavailable.class, change(away, Optional.empty(), "new"))
                        .getMessage());
        assertEquals("", hash());
    }

    @Test
    void anotherChangeMeanwhileHasAllCheckedAgain() {
        assertTrue(await(passwords.replace(user.id(), "", "old:secret")));
        afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "old:secret", "plain:secret"));
        };
        assertEquals(
                new ChangePassword.Outcome.Changed(), await(change(SessionEvents.NONE, Optional.of("secret"), "new")));
        assertEquals("plain:new", hash());

        afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "plain:new", "plain:another"));
        };
        assertEquals(
                new ChangePassword.Outcome.WrongPassword(),
                await(change(SessionEvents.NONE, Optional.of("new"), "newer")));
        assertEquals("plain:another", hash());
    }

    @Test
    void changesWithoutEndAreToldAfterTheSecond() {
        AtomicInteger changes = new AtomicInteger();
        afterwards = () -> {
            var _ = await(passwords.replace(user.id(), hash(), "plain:" + changes.incrementAndGet()));
        };
        assertEquals(
                new ChangePassword.Outcome.ChangedMeanwhile(),
                await(change(SessionEvents.NONE, Optional.empty(), "new")));
        assertEquals(2, changes.get());
    }
}
