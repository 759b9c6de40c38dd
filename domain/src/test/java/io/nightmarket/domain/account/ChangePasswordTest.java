package io.nightmarket.domain.account;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.ChangePassword.Outcome;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryPasswordTries;
import io.nightmarket.domain.memory.InMemoryPasswords;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ChangePasswordTest {
    private static final PhoneNumber PHONE = new PhoneNumber("13812345678");
    private static final String ADDRESS = "203.0.113.7";
    private static final SessionPolicy POLICY = SessionPolicy.DEFAULT;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final Random random = new Random(42);
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemoryPasswords passwords = new InMemoryPasswords(users);
    private final SessionLedger ledger = new InMemorySessionLedger(POLICY, true, users);
    private final HookedHasher hasher = new HookedHasher();
    private final User user = await(users.findOrCreate(PHONE, "user_first"));
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

    private CompletionStage<Outcome> change(SessionEvents events, Optional<String> old, String password) {
        LogOut logOut = new LogOut(new InMemorySessionStore(POLICY, clock), ledger, events, clock);
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
        hasher.afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "old:secret", "plain:secret"));
        };
        assertEquals(new Outcome.Changed(), await(change(SessionEvents.NONE, Optional.of("secret"), "new")));
        assertEquals("plain:new", hash());

        hasher.afterwards = () -> {
            var _ = await(passwords.replace(user.id(), "plain:new", "plain:another"));
        };
        assertEquals(new Outcome.WrongPassword(), await(change(SessionEvents.NONE, Optional.of("new"), "newer")));
        assertEquals("plain:another", hash());
    }

    @Test
    void changesWithoutEndAreToldAfterTheSecond() {
        AtomicInteger changes = new AtomicInteger();
        hasher.afterwards = () -> {
            var _ = await(passwords.replace(user.id(), hash(), "plain:" + changes.incrementAndGet()));
        };
        assertEquals(new Outcome.ChangedMeanwhile(), await(change(SessionEvents.NONE, Optional.empty(), "new")));
        assertEquals(2, changes.get());
    }
}
