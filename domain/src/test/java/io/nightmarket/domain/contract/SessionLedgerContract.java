package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What every {@link SessionLedger} promises. */
public abstract class SessionLedgerContract {
    protected static final SessionPolicy POLICY =
            new SessionPolicy(Duration.ofMinutes(30), Duration.ofDays(7), Duration.ofMinutes(1));
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123Z");
    private static final long STEP = 58_000_000;
    private static final String ADDRESS = "203.0.113.7";
    private static final Instant END = NOW.plus(POLICY.absolute());

    /** The ledger under test, with {@link #POLICY} and a second factor for staff. */
    protected abstract SessionLedger ledger();

    /** A shopper that is known to the ledger's database. */
    protected abstract UserId user();

    protected abstract void grant(UserId user, Role role);

    /** Has the password of this step be the last one that the user's second factor was proved with. */
    protected abstract void useSecondFactor(UserId user, long step);

    /** Returns when every activity handed to the ledger so far has been written. */
    protected abstract void settleLastSeen();

    private Session opened() {
        Session session = new Session(SessionId.random(new SecureRandom()), user(), Role.SHOPPER, END);
        useSecondFactor(session.user(), STEP);
        await(ledger().open(session, new SessionLedger.Login(NOW, ADDRESS, OptionalLong.of(STEP))));
        return session;
    }

    @Test
    void anOpenSessionIsFound() {
        Session session = opened();
        assertEquals(Optional.of(session), await(ledger().find(session.id(), NOW.plusSeconds(1))));
    }

    @Test
    void sessionsThatAreOpenedAtOnceAreAllFound() {
        UserId user = user();
        List<Session> sessions = new ArrayList<>();
        List<CompletionStage<Void>> openings = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            Session session = new Session(SessionId.random(new SecureRandom()), user, Role.SHOPPER, END);
            sessions.add(session);
            openings.add(ledger().open(session, new SessionLedger.Login(NOW, ADDRESS, OptionalLong.empty())));
        }
        for (CompletionStage<Void> opening : openings) {
            await(opening);
        }
        for (Session session : sessions) {
            assertEquals(Optional.of(session), await(ledger().find(session.id(), NOW.plusSeconds(1))));
        }
    }

    @Test
    void anUnknownSessionIsNotFound() {
        assertEquals(Optional.empty(), await(ledger().find(SessionId.random(new SecureRandom()), NOW)));
    }

    @Test
    void anEndedSessionIsGoneAndEndingItAgainIsHarmless() {
        Session session = opened();
        await(ledger().end(session.id(), NOW.plusSeconds(5)));
        await(ledger().end(session.id(), NOW.plusSeconds(6)));
        assertEquals(Optional.empty(), await(ledger().find(session.id(), NOW.plusSeconds(7))));
    }

    @Test
    void endingAnUnknownSessionIsHarmless() {
        await(ledger().end(SessionId.random(new SecureRandom()), NOW));
    }

    @Test
    void aSessionHoldsUntilJustBeforeItsIdleTimeIsOver() {
        Session session = opened();
        Instant over = NOW.plus(POLICY.idle());
        assertEquals(Optional.of(session), await(ledger().find(session.id(), over.minusMillis(1))));
        assertEquals(Optional.empty(), await(ledger().find(session.id(), over)));
    }

    @Test
    void activityMovesTheIdleTimeOn() {
        Session session = opened();
        Instant seen = NOW.plus(Duration.ofMinutes(20));
        ledger().touch(session.id(), seen);
        settleLastSeen();
        Instant over = seen.plus(POLICY.idle());
        assertEquals(Optional.of(session), await(ledger().find(session.id(), over.minusMillis(1))));
        assertEquals(Optional.empty(), await(ledger().find(session.id(), over)));
    }

    @Test
    void activityWrittenLateTakesNothingBack() {
        Session session = opened();
        ledger().touch(session.id(), NOW.plusSeconds(600));
        settleLastSeen();
        ledger().touch(session.id(), NOW.plusSeconds(60));
        settleLastSeen();
        Instant later = NOW.plusSeconds(600).plus(POLICY.idle()).minusMillis(1);
        assertEquals(Optional.of(session), await(ledger().find(session.id(), later)));
    }

    @Test
    void activityDoesNotReviveAnEndedSession() {
        Session session = opened();
        await(ledger().end(session.id(), NOW));
        ledger().touch(session.id(), NOW.plusSeconds(60));
        settleLastSeen();
        assertEquals(Optional.empty(), await(ledger().find(session.id(), NOW.plusSeconds(61))));
    }

    @Test
    void theAbsoluteEndHoldsWhateverTheActivity() {
        Session session = opened();
        ledger().touch(session.id(), END.minusSeconds(1));
        settleLastSeen();
        assertEquals(Optional.of(session), await(ledger().find(session.id(), END.minusMillis(1))));
        assertEquals(Optional.empty(), await(ledger().find(session.id(), END)));
    }

    @Test
    void theRoleIsTheUsersOfToday() {
        Session session = opened();
        grant(session.user(), Role.ADMIN);
        assertEquals(
                Optional.of(Role.ADMIN), await(ledger().find(session.id(), NOW)).map(Session::role));
    }

    @Test
    void staffAreShoppersInASessionWithoutASecondFactor() {
        Session session = new Session(SessionId.random(new SecureRandom()), user(), Role.SHOPPER, END);
        await(ledger().open(session, new SessionLedger.Login(NOW, ADDRESS, OptionalLong.empty())));
        grant(session.user(), Role.ADMIN);
        assertEquals(
                Optional.of(Role.SHOPPER),
                await(ledger().find(session.id(), NOW)).map(Session::role));
    }

    @Test
    void oldSessionsArePruned() {
        Session session = opened();
        prune(END);
        assertEquals(Optional.of(session), await(ledger().find(session.id(), NOW)));

        prune(END.plusMillis(1));

        assertEquals(Optional.empty(), await(ledger().find(session.id(), NOW)));
    }

    private void prune(Instant before) {
        int pruned;
        do {
            pruned = await(ledger().prune(before));
        } while (pruned > 0);
    }

    @Test
    void theOpenSessionsOfAUserAreListedNewestFirst() {
        Session first = opened();
        Session second = new Session(SessionId.random(new SecureRandom()), first.user(), Role.SHOPPER, END);
        await(ledger().open(
                        second, new SessionLedger.Login(NOW.plusSeconds(1), "2001:db8::/64", OptionalLong.empty())));
        Session ended = new Session(SessionId.random(new SecureRandom()), first.user(), Role.SHOPPER, END);
        await(ledger().open(ended, new SessionLedger.Login(NOW, ADDRESS, OptionalLong.empty())));
        await(ledger().end(ended.id(), NOW));

        Instant later = NOW.plusSeconds(2);
        assertEquals(
                List.of(
                        new SessionLedger.OpenSession(
                                second.id(), NOW.plusSeconds(1), NOW.plusSeconds(1), "2001:db8::/64"),
                        new SessionLedger.OpenSession(first.id(), NOW, NOW, ADDRESS)),
                await(ledger().openOf(first.user(), later)));
        assertEquals(
                List.of(),
                await(ledger().openOf(first.user(), NOW.plus(POLICY.idle()).plusSeconds(1))));
    }
}
