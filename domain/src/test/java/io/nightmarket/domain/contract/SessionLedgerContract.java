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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

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
        UserId user = user();
        useSecondFactor(user, STEP);
        return opened(user, NOW, ADDRESS, OptionalLong.of(STEP));
    }

    private static Session session(UserId user) {
        return new Session(SessionId.random(new SecureRandom()), user, Role.SHOPPER, END);
    }

    private Session opened(UserId user, Instant at, String address, OptionalLong step) {
        Session session = session(user);
        await(ledger().open(session, new SessionLedger.Login(at, address, step)));
        return session;
    }

    private Optional<Session> find(Session session, Instant now) {
        return await(ledger().find(session.id(), now));
    }

    /** It holds until a moment before, and no longer. */
    private void assertHoldsUntil(Instant over, Session session) {
        assertEquals(Optional.of(session), find(session, over.minusMillis(1)));
        assertEquals(Optional.empty(), find(session, over));
    }

    private void touch(Session session, Instant seen) {
        ledger().touch(session.id(), seen);
        settleLastSeen();
    }

    @Test
    void sessionsThatAreOpenedAtOnceAreAllFound() {
        UserId user = user();
        List<Session> sessions = Stream.generate(() -> session(user)).limit(150).toList();
        List<CompletionStage<Void>> openings = sessions.stream()
                .map(each -> ledger().open(each, new SessionLedger.Login(NOW, ADDRESS, OptionalLong.empty())))
                .toList();
        openings.forEach(opening -> await(opening));
        sessions.forEach(each -> assertEquals(Optional.of(each), find(each, NOW.plusSeconds(1))));
    }

    @Test
    void anEndedSessionIsGoneAndEndingItAgainIsHarmless() {
        Session unknown = session(user());
        await(ledger().end(unknown.id(), NOW));
        assertEquals(Optional.empty(), find(unknown, NOW));
        Session session = opened();
        await(ledger().end(session.id(), NOW.plusSeconds(5)));
        await(ledger().end(session.id(), NOW.plusSeconds(6)));
        assertEquals(Optional.empty(), find(session, NOW.plusSeconds(7)));
        touch(session, NOW.plusSeconds(60));
        assertEquals(Optional.empty(), find(session, NOW.plusSeconds(61)), "activity does not revive it");
    }

    @Test
    void activityMovesTheIdleTimeOnAndNeverBack() {
        Session session = opened();
        assertHoldsUntil(NOW.plus(POLICY.idle()), session);
        Instant seen = NOW.plus(Duration.ofMinutes(20));
        touch(session, seen);
        assertHoldsUntil(seen.plus(POLICY.idle()), session);
        touch(session, NOW.plusSeconds(60));
        assertHoldsUntil(seen.plus(POLICY.idle()), session);
    }

    @Test
    void theAbsoluteEndHoldsWhateverTheActivity() {
        Session session = opened();
        touch(session, END.minusSeconds(1));
        assertHoldsUntil(END, session);
    }

    @Test
    void theRoleIsTheUsersOfTodayAndThatOfAShopperWithoutASecondFactor() {
        Session proved = opened();
        Session unproved = opened(proved.user(), NOW, ADDRESS, OptionalLong.empty());
        grant(proved.user(), Role.ADMIN);
        assertEquals(Optional.of(Role.ADMIN), find(proved, NOW).map(Session::role));
        assertEquals(Optional.of(Role.SHOPPER), find(unproved, NOW).map(Session::role));
    }

    @Test
    void oldSessionsArePruned() {
        Session session = opened();
        prune(END);
        assertEquals(Optional.of(session), find(session, NOW));
        prune(END.plusMillis(1));
        assertEquals(Optional.empty(), find(session, NOW));
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
        UserId user = first.user();
        Instant later = NOW.plusSeconds(1);
        Session second = opened(user, later, "2001:db8::/64", OptionalLong.empty());
        Session ended = opened(user, NOW, ADDRESS, OptionalLong.empty());
        await(ledger().end(ended.id(), NOW));
        assertEquals(
                List.of(
                        new SessionLedger.OpenSession(second.id(), later, later, "2001:db8::/64"),
                        new SessionLedger.OpenSession(first.id(), NOW, NOW, ADDRESS)),
                await(ledger().openOf(user, NOW.plusSeconds(2))));
        assertEquals(List.of(), await(ledger().openOf(user, later.plus(POLICY.idle()))));
    }
}
