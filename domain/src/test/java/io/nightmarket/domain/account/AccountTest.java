package io.nightmarket.domain.account;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Prune;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.memory.InMemoryLoginCodes;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryTotpSecrets;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.simulation.Changed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Codes, logins, sessions and logouts, told as the use cases tell them to one another. */
final class AccountTest {
    private static final PhoneNumber PHONE = new PhoneNumber("13812345678");
    private static final Requester REQUESTER = new Requester(PHONE, "203.0.113.7");
    private static final SessionPolicy POLICY = SessionPolicy.DEFAULT;

    private final ManualClock clock = new ManualClock(Instant.parse("2026-06-18T12:00:00Z"));
    private final Random random = new Random(42);
    private final LoginCodes codes = new InMemoryLoginCodes(clock, 0);
    private final CodeDigests digests = new CodeDigests("secret".getBytes(StandardCharsets.UTF_8));
    private final InMemorySessionStore store = new InMemorySessionStore(POLICY, clock);
    private final List<String> sent = new ArrayList<>();
    private final InMemoryUsers users = new InMemoryUsers();
    private final RequestLoginCode request = new RequestLoginCode(codes, digests, users::isBanned, this::send, random);
    private final InMemorySessionLedger sessions = new InMemorySessionLedger(POLICY, true, users);
    private final List<String> asked = new ArrayList<>();
    private CompletionStage<Void> reached = CompletableFuture.completedStage(null);

    /** Its calls are counted, and it answers when it is reached. */
    private final SessionLedger ledger = Changed.calls(SessionLedger.class, (_, method, arguments) -> {
        asked.add(method.getName());
        return method.getName().equals("find")
                ? reached.thenCompose(_ -> Changed.call(sessions, method, arguments))
                : Changed.invoke(sessions, method, arguments);
    });

    private final InMemoryTotpSecrets secrets = new InMemoryTotpSecrets(users);
    private final LogIn logIn = new LogIn(
            codes, digests, users, ledger, store, new SecondFactor(true, secrets, clock), POLICY, clock, random);
    private final CheckSession check = new CheckSession(store, ledger, POLICY, clock, (_, _) -> {});
    private final LogOut logOut = new LogOut(store, ledger, SessionEvents.NONE, clock);

    private CompletionStage<Void> send(PhoneNumber phone, String code) {
        sent.add(code);
        return CompletableFuture.completedStage(null);
    }

    private int times(String call) {
        return Collections.frequency(asked, call);
    }

    private String requestCode() {
        assertInstanceOf(RequestLoginCode.Outcome.Sent.class, await(request.request(REQUESTER)));
        return sent.getLast();
    }

    private Session logIn() {
        LogIn.Outcome.LoggedIn in =
                assertInstanceOf(LogIn.Outcome.LoggedIn.class, await(logIn.logIn(REQUESTER, with(requestCode()))));
        return in.session();
    }

    private static LogIn.Credentials with(String code) {
        return new LogIn.Credentials(Optional.empty(), code, Optional.empty());
    }

    private LogIn.Outcome logInAsAdmin(Optional<String> otp) {
        users.grant(await(users.findOrCreate(PHONE, "admin")).id(), Role.ADMIN);
        LogIn.Outcome outcome =
                await(logIn.logIn(REQUESTER, new LogIn.Credentials(Optional.empty(), requestCode(), otp)));
        clock.advance(LoginCodes.PAUSE);
        return outcome;
    }

    private static Role role(LogIn.Outcome outcome) {
        return assertInstanceOf(LogIn.Outcome.LoggedIn.class, outcome).session().role();
    }

    @Test
    void staffWithoutASecondFactorAreShoppers() {
        byte[] secret = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);
        assertEquals(Role.SHOPPER, role(logInAsAdmin(Optional.empty())));
        LogIn.Outcome wrong = new LogIn.Outcome.WrongSecondFactor(
                await(users.findOrCreate(PHONE, "")).id());
        assertEquals(wrong, logInAsAdmin(Optional.of("123456")), "no secret is set");
        assertTrue(await(secrets.set(PHONE, secret)));

        long step = clock.instant().getEpochSecond() / Totp.STEP.toSeconds();
        String otp = Totp.at(secret, step);

        assertEquals(Role.ADMIN, role(logInAsAdmin(Optional.of(otp))));
    }

    @Test
    void guessesOfASecondFactorEndTheDayAndNoBudgetOfCodes() {
        byte[] secret = {1, 2, 3};
        users.grant(await(users.findOrCreate(PHONE, "admin")).id(), Role.ADMIN);
        assertTrue(await(secrets.set(PHONE, secret)));
        for (int i = 0; i < TotpSecrets.MAX_WRONG; i++) {
            clock.advance(LoginCodes.MAX_PAUSE);
            assertInstanceOf(LogIn.Outcome.WrongSecondFactor.class, logInAsAdmin(Optional.of("none")));
        }
        assertInstanceOf(
                RequestLoginCode.Outcome.TooSoon.class, await(request.request(REQUESTER)), "the wait has doubled");
        clock.advance(LoginCodes.MAX_PAUSE);
        String right = Totp.at(secret, clock.instant().getEpochSecond() / Totp.STEP.toSeconds());

        assertInstanceOf(LogIn.Outcome.WrongSecondFactor.class, logInAsAdmin(Optional.of(right)));
        clock.advance(LoginCodes.MAX_PAUSE);
        assertEquals(Role.SHOPPER, role(logInAsAdmin(Optional.empty())));
        secrets.nextDay();
        clock.advance(LoginCodes.MAX_PAUSE);
        right = Totp.at(secret, clock.instant().getEpochSecond() / Totp.STEP.toSeconds());
        assertEquals(Role.ADMIN, role(logInAsAdmin(Optional.of(right))));
    }

    @Test
    void aPasswordOfASecondFactorHoldsOnce() {
        byte[] secret = {1, 2, 3};
        users.grant(await(users.findOrCreate(PHONE, "admin")).id(), Role.ADMIN);
        assertTrue(await(secrets.set(PHONE, secret)));
        SecondFactor factor = new SecondFactor(true, secrets, clock);
        User admin = await(users.findOrCreate(PHONE, ""));
        long step = clock.instant().getEpochSecond() / Totp.STEP.toSeconds();
        Optional<String> otp = Optional.of(Totp.at(secret, step));

        assertEquals(
                Optional.of(new SecondFactor.Allowed(Role.ADMIN, OptionalLong.of(step))),
                await(factor.check(admin, otp)));
        assertEquals(Optional.empty(), await(factor.check(admin, otp)));
        assertEquals(
                Optional.empty(),
                await(factor.check(admin, Optional.of(Totp.at(secret, step - 1)))),
                "one before a password that was used");
        assertEquals(Optional.empty(), await(factor.check(admin, Optional.of(Totp.at(secret, step + 2)))));
    }

    @Test
    void sessionsArePrunedAWeekAfterTheirEnd() {
        Session session = logIn();
        Prune prune = new Prune(ledger::prune, SessionLedger.KEPT, clock);

        clock.set(session.endsAt().plus(SessionLedger.KEPT));
        await(prune.iterate());
        assertEquals(1, sessions.size());
        clock.advance(Duration.ofMillis(1));
        await(prune.iterate());

        assertEquals(0, sessions.size());
    }

    @Test
    void aUserSeesAndEndsSessions() {
        Session first = logIn();
        Session second = logIn();
        assertEquals(first.user(), second.user());
        assertNotEquals(first.id(), second.id());
        ManageSessions manage = new ManageSessions(ledger, logOut, clock);

        assertTrue(await(manage.end(first.user(), first.id().handle())));

        assertEquals(Optional.empty(), await(check.check(first.id())));
        assertEquals(
                List.of(second.id()),
                await(manage.list(first.user())).stream()
                        .map(SessionLedger.OpenSession::id)
                        .toList());
        assertFalse(await(manage.end(new UserId(99), second.id().handle())), "another's");
        await(manage.endAll(first.user()));
        assertEquals(Optional.empty(), await(check.check(second.id())));
    }

    @Test
    void aCodeHasSixDigitsAndLogsInOnce() {
        String code = requestCode();

        assertTrue(code.matches("[0-9]{6}"), code);
        assertInstanceOf(LogIn.Outcome.LoggedIn.class, await(logIn.logIn(REQUESTER, with(code))));
        assertEquals(new LogIn.Outcome.Wrong(), await(logIn.logIn(REQUESTER, with(code))));
    }

    @Test
    void theCodeOfOnePhoneIsOfNoUseToAnother() {
        String code = requestCode();

        assertEquals(
                new LogIn.Outcome.Wrong(),
                await(logIn.logIn(new Requester(new PhoneNumber("13812345679"), REQUESTER.address()), with(code))));
        assertNotEquals(digests.digest(PHONE, code), digests.digest(new PhoneNumber("13812345679"), code));
    }

    @Test
    void aSecondRequestHasToWait() {
        var _ = requestCode();

        assertInstanceOf(RequestLoginCode.Outcome.TooSoon.class, await(request.request(REQUESTER)));
        assertEquals(1, sent.size());
    }

    @Test
    void aBannedUserGetsNoCodeAndNoSession() {
        Session before = logIn();
        clock.advance(LoginCodes.PAUSE);
        String code = requestCode();
        users.ban(before.user(), true);
        int open = await(sessions.openOf(before.user(), clock.instant())).size();

        assertEquals(new LogIn.Outcome.Banned(before.user()), await(logIn.logIn(REQUESTER, with(code))));
        assertEquals(
                open, await(sessions.openOf(before.user(), clock.instant())).size());
        clock.advance(LoginCodes.MAX_PAUSE);
        assertEquals(new RequestLoginCode.Outcome.Banned(), await(request.request(REQUESTER)));
        assertEquals(2, sent.size());
        users.ban(before.user(), false);
        assertInstanceOf(
                RequestLoginCode.Outcome.TooSoon.class, await(request.request(REQUESTER)), "the budget counted it");
        clock.advance(LoginCodes.MAX_PAUSE);
        assertEquals(before.user(), logIn().user());
    }

    @Test
    void aCodeThatCouldNotBeSentIsWithdrawn() {
        Unavailable away = new Unavailable("the carrier is away");
        RequestLoginCode failing = new RequestLoginCode(
                codes, digests, users::isBanned, (_, _) -> CompletableFuture.failedStage(away), random);

        assertSame(away, failureOf(failing.request(REQUESTER)));

        assertInstanceOf(LogIn.Outcome.LoggedIn.class, await(logIn.logIn(REQUESTER, with(requestCode()))));
    }

    @Test
    void aLoginHoldsAndEndsAtItsAbsoluteEnd() {
        Session session = logIn();
        assertEquals(Optional.of(session), await(check.check(session.id())));

        for (int i = 0; clock.instant().isBefore(session.endsAt().minus(POLICY.slideInterval())); i++) {
            assertEquals(Optional.of(session), await(check.check(session.id())), "after " + i + " steps");
            clock.advance(Duration.ofMinutes(29));
        }
        clock.set(session.endsAt());
        assertEquals(Optional.empty(), await(check.check(session.id())));
    }

    @Test
    void theQuestionWhetherASessionHoldsKeepsItNotAlive() {
        Session session = logIn();
        clock.advance(POLICY.idle().minusMinutes(1));
        assertTrue(await(check.holds(session.id())));
        clock.advance(Duration.ofMinutes(1));
        assertFalse(await(check.holds(session.id())));
    }

    @Test
    void activityIsWrittenDownOnceAMinuteAtMost() {
        Session session = logIn();
        for (int i = 0; i < 59; i++) {
            clock.advance(Duration.ofSeconds(1));
            assertEquals(Optional.of(session), await(check.check(session.id())));
        }
        assertEquals(0, times("touch"));

        clock.advance(Duration.ofSeconds(1));
        assertEquals(Optional.of(session), await(check.check(session.id())));
        assertEquals(Optional.of(session), await(check.check(session.id())));

        assertEquals(1, times("touch"));
    }

    @Test
    void aStoreThatLostItsDataLogsNobodyOut() {
        Session session = logIn();

        store.loseEverything();

        assertEquals(Optional.of(session), await(check.check(session.id())));
        assertInstanceOf(SessionStore.Lookup.Live.class, await(store.find(session.id())));
    }

    @Test
    void aStoreThatIsAwayLogsNobodyOut() {
        Session session = logIn();
        Map<String, Throwable> missed = new HashMap<>();
        CheckSession without = new CheckSession(Changed.away(SessionStore.class), ledger, POLICY, clock, missed::put);

        assertEquals(Optional.of(session), await(without.check(session.id())));
        assertEquals(Set.of("a session"), missed.keySet());
        assertInstanceOf(Unavailable.class, missed.get("a session"));
    }

    @Test
    void aUseThatCannotBeWrittenDownIsNotedAndNoFailure() {
        Session session = logIn();
        Map<String, Throwable> missed = new HashMap<>();
        CheckSession without = new CheckSession(Changed.away(SessionStore.class), ledger, POLICY, clock, missed::put);
        assertEquals(Optional.of(session), await(check.noteUse(session.id())));
        reached = CompletableFuture.failedStage(new Unavailable("away"));

        assertEquals(Optional.empty(), await(without.noteUse(session.id())));

        assertEquals(Set.of("the use of a session"), missed.keySet());
        assertInstanceOf(Unavailable.class, missed.get("the use of a session"));
        assertInstanceOf(Unavailable.class, failureOf(without.check(session.id())));
    }

    @Test
    void theLedgerIsAskedOnceAtATimeAboutASession() {
        Session session = logIn();
        clock.advance(POLICY.idle());
        CompletableFuture<Void> until = new CompletableFuture<>();
        reached = until;

        CompletionStage<Optional<Session>> first = check.check(session.id());
        CompletionStage<Optional<Session>> second = check.check(session.id());
        assertEquals(1, times("find"));
        assertTrue(until.complete(null));

        assertEquals(Optional.empty(), await(first));
        assertEquals(Optional.empty(), await(second));
        assertEquals(Optional.empty(), await(check.check(session.id())));
        assertEquals(2, times("find"));
    }

    @Test
    void aLogoutEndsTheSessionInBoth() {
        Session session = logIn();
        assertTrue(await(check.holds(session.id())));
        store.loseEverything();
        assertTrue(await(check.holds(session.id())), "the ledger decides");

        await(logOut.logOut(session.id()));
        await(logOut.logOut(session.id()));

        assertFalse(await(check.holds(session.id())));
        assertEquals(Optional.empty(), await(check.check(session.id())));
        store.loseEverything();
        assertEquals(Optional.empty(), await(check.check(session.id())));
    }

    @Test
    void aLogoutThatTheStoreDidNotTakeFailsAndLeavesTheSession() {
        Session session = logIn();

        var _ = failureOf(
                Unavailable.class,
                new LogOut(Changed.away(SessionStore.class), ledger, SessionEvents.NONE, clock).logOut(session.id()));

        assertEquals(Optional.of(session), await(check.check(session.id())));
    }
}
