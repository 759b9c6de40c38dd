package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import io.nightmarket.domain.account.SessionStore.Lookup;
import io.nightmarket.domain.account.UserId;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link SessionStore} keeps. Times are to the millisecond. */
public abstract class SessionStoreContract {
    private static final SessionPolicy LASTING = SessionPolicy.DEFAULT;
    private static final SessionPolicy BRIEF =
            new SessionPolicy(Duration.ofSeconds(3), Duration.ofHours(1), Duration.ofMillis(10));

    /** For sessions that are only to end. */
    private static final SessionPolicy SHORTEST =
            new SessionPolicy(Duration.ofMillis(300), Duration.ofHours(1), Duration.ofMillis(10));

    private final SessionId id = SessionId.random(new SecureRandom());

    /** A store with this policy. */
    protected abstract SessionStore store(SessionPolicy policy);

    /** The time by which the store's sessions end. */
    protected abstract Instant now();

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private Instant nowInMillis() {
        return Instant.ofEpochMilli(now().toEpochMilli());
    }

    private Session session(Duration left) {
        return new Session(
                id, new UserId(Long.MAX_VALUE), Role.MERCHANT, nowInMillis().plus(left));
    }

    private Session session() {
        return session(Duration.ofDays(7));
    }

    @Test
    protected void aRoleIsChangedAndASlideKeepsIt() {
        SessionStore store = store(LASTING);
        Session merchant = session();
        Instant seen = nowInMillis();
        await(store.changeRole(id, Role.ADMIN));
        await(store.slide(merchant, seen));
        assertEquals(new Lookup.Missing(), await(store.find(id)));
        await(store.save(merchant, seen));

        await(store.changeRole(id, Role.SHOPPER));
        await(store.slide(merchant, seen.plusMillis(1)));

        Session shopper = new Session(id, merchant.user(), Role.SHOPPER, merchant.endsAt());
        assertEquals(new Lookup.Live(shopper, seen.plusMillis(1)), await(store.find(id)));
        await(store.end(id));
        await(store.changeRole(id, Role.ADMIN));
        assertEquals(new Lookup.Ended(), await(store.find(id)));
    }

    @Test
    protected void anIdleSessionGoesMissingAndSoDoesTheMarkOfAnEndedOne() {
        await(store(LASTING).save(session(), nowInMillis().minus(LASTING.idle())));
        assertEquals(new Lookup.Missing(), await(store(LASTING).find(id)), "seen long ago");
        SessionId ended = SessionId.random(new SecureRandom());
        await(store(SHORTEST).save(session(), nowInMillis()));
        await(store(SHORTEST).end(ended));
        for (SessionId each : List.of(id, ended)) {
            eventually(this::elapse, () -> await(store(SHORTEST).find(each)) instanceof Lookup.Missing);
        }
    }

    @Test
    protected void aSessionGoesMissingAtItsAbsoluteEndHoweverBusy() {
        Session session = session(Duration.ofMillis(300));
        await(store(LASTING).save(session, nowInMillis()));

        eventually(this::elapse, () -> {
            await(store(LASTING).slide(session, nowInMillis()));
            return await(store(LASTING).find(id)) instanceof Lookup.Missing;
        });
    }

    @Test
    protected void slidingMovesTheEndOn() {
        Session session = session();
        Instant seen = nowInMillis();
        await(store(BRIEF).save(session, seen));

        // As if it were used much later: idle from then on.
        await(store(BRIEF).slide(session, seen.plusSeconds(3600)));
        elapse(BRIEF.idle().plusMillis(50));

        assertEquals(
                new Lookup.Live(session, seen.plusSeconds(3600)),
                await(store(BRIEF).find(id)));
    }

    @Test
    protected void anEarlierActivityNeverMovesTheEndBack() {
        Session session = session();
        Instant seen = nowInMillis();
        await(store(LASTING).save(session, seen));

        await(store(LASTING).slide(session, seen.minusSeconds(60)));
        await(store(LASTING).save(session, seen.minusSeconds(60)));

        assertEquals(new Lookup.Live(session, seen), await(store(LASTING).find(id)));
    }

    @Test
    protected void anEndedSessionIsKnownAsEndedWhateverIsSavedLate() {
        Session session = session();
        await(store(LASTING).save(session, nowInMillis()));
        await(store(LASTING).end(id));
        await(store(LASTING).end(id));
        assertEquals(new Lookup.Ended(), await(store(LASTING).find(id)));
        await(store(LASTING).save(session, nowInMillis()));
        await(store(LASTING).slide(session, nowInMillis()));
        assertEquals(new Lookup.Ended(), await(store(LASTING).find(id)));
    }

    @Test
    protected void aSessionThatIsMissingCanBeEnded() {
        await(store(LASTING).end(id));

        await(store(LASTING).save(session(), nowInMillis()));

        assertEquals(new Lookup.Ended(), await(store(LASTING).find(id)));
    }

    @Test
    protected void anEndAmongSavesAtOnceHolds() {
        Session session = session();
        Instant seen = nowInMillis();

        List<Lookup> seenByEach = atOnce(
                16,
                i -> (i == 8 ? store(LASTING).end(id) : store(LASTING).save(session, seen))
                        .thenCompose(_ -> store(LASTING).find(id)));

        assertEquals(16, seenByEach.size());
        assertInstanceOf(Lookup.Ended.class, seenByEach.get(8));
        assertEquals(new Lookup.Ended(), await(store(LASTING).find(id)));
    }
}
