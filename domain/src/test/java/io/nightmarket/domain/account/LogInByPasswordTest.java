package io.nightmarket.domain.account;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.LogIn.Outcome;
import io.nightmarket.domain.memory.InMemoryLoginCodes;
import io.nightmarket.domain.memory.InMemoryPasswordTries;
import io.nightmarket.domain.memory.InMemoryPasswords;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryTotpSecrets;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class LogInByPasswordTest {
    private static final PhoneNumber PHONE = new PhoneNumber("13812345678");
    private static final Requester REQUESTER = new Requester(PHONE, "203.0.113.7");
    private static final SessionPolicy POLICY = SessionPolicy.DEFAULT;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final Random random = new Random(42);
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryPasswords passwords = new InMemoryPasswords(users);
    private final SessionLedger ledger = new InMemorySessionLedger(POLICY, true, users);
    private final SessionStore store = new InMemorySessionStore(POLICY, clock);
    private final HookedHasher hasher = new HookedHasher();
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
        hasher.afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "plain:secret", "plain:another"));
        };
        assertEquals(new Outcome.Wrong(), logIn("secret", Optional.empty()));
        assertEquals(List.of(), await(ledger.openOf(user.id(), clock.instant())));
    }

    @Test
    void aHashThatAnotherLoginUpgradesMeanwhileLogsIn() {
        assertTrue(await(passwords.replace(user.id(), "", "old:secret")));
        hasher.afterwards = () -> {
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
}
