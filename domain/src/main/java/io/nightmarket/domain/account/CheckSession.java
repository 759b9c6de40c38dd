package io.nightmarket.domain.account;

import io.nightmarket.domain.account.SessionStore.Lookup;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.SingleFlight;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Tells whether a session holds, and keeps one that is used alive. */
public final class CheckSession {
    private final SessionStore store;
    private final SessionLedger ledger;
    private final SessionPolicy policy;
    private final Clock clock;
    private final MissedWrites missed;
    private final SingleFlight<SessionId, Optional<Session>> lookups = new SingleFlight<>();

    public CheckSession(
            SessionStore store, SessionLedger ledger, SessionPolicy policy, Clock clock, MissedWrites missed) {
        this.store = store;
        this.ledger = ledger;
        this.policy = policy;
        this.clock = clock;
        this.missed = missed;
    }

    /**
     * The session if it holds. What the store does not know, or can't be asked, the ledger decides: a lost or
     * unreachable store logs no user out.
     */
    public CompletionStage<Optional<Session>> check(SessionId id) {
        Instant now = clock.instant();
        return store.find(id)
                .exceptionallyCompose(DomainFailure.fallBackOn(new Lookup.Missing()))
                .thenCompose(lookup -> switch (lookup) {
                    case Lookup.Live live -> live(live, now);
                    case Lookup.Ended _ -> ended();
                    case Lookup.Missing _ -> lookUp(id, now).thenCompose(found -> restore(found, now));
                });
    }

    /** As {@link #check}, for whom the answer is all the same: of a failure note is taken, and no session found. */
    public CompletionStage<Optional<Session>> noteUse(SessionId id) {
        return check(id).exceptionally(failure -> {
            missed.note("the use of a session", DomainFailure.causeOf(failure));
            return Optional.empty();
        });
    }

    /** Whether the session holds, which is not kept alive by the question. */
    public CompletionStage<Boolean> holds(SessionId id) {
        Instant now = clock.instant();
        return store.find(id)
                .exceptionallyCompose(DomainFailure.fallBackOn(new Lookup.Missing()))
                .thenCompose(lookup -> switch (lookup) {
                    case Lookup.Live live ->
                        CompletableFuture.completedStage(
                                now.isBefore(live.session().endsAt()));
                    case Lookup.Ended _ -> CompletableFuture.completedStage(false);
                    case Lookup.Missing _ -> lookUp(id, now).thenApply(Optional::isPresent);
                });
    }

    /** One look at a time for each session: with a token of no session, all requests come to the ledger. */
    private CompletionStage<Optional<Session>> lookUp(SessionId id, Instant now) {
        return lookups.run(id, asked -> ledger.find(asked, now));
    }

    private CompletionStage<Optional<Session>> live(Lookup.Live live, Instant now) {
        if (!now.isBefore(live.session().endsAt())) {
            return ended();
        }
        return live.session().role() == Role.SHOPPER
                ? slide(live, now)
                : confirmed(live.session(), now)
                        .thenCompose(
                                found -> found.isPresent() ? slide(live, now).thenApply(_ -> found) : ended());
    }

    /**
     * A right holds as long as the ledger says so, which is asked whenever the trust in a token ends. A ledger that can't
     * be asked takes no right away: who changes a role writes it to the store, too.
     */
    private CompletionStage<Optional<Session>> confirmed(Session session, Instant now) {
        return lookUp(session.id(), now)
                .thenCompose(found -> found.isEmpty() || found.get().role() == session.role()
                        ? CompletableFuture.completedStage(found)
                        : answerAnyway(
                                store.changeRole(session.id(), found.get().role()), found.get()))
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.of(session)));
    }

    private static CompletionStage<Optional<Session>> ended() {
        return CompletableFuture.completedStage(Optional.empty());
    }

    private CompletionStage<Optional<Session>> slide(Lookup.Live live, Instant now) {
        if (Duration.between(live.lastSeen(), now).compareTo(policy.slideInterval()) >= 0) {
            ledger.touch(live.session().id(), now);
            return answerAnyway(store.slide(live.session(), now), live.session());
        }
        return CompletableFuture.completedStage(Optional.of(live.session()));
    }

    private CompletionStage<Optional<Session>> restore(Optional<Session> found, Instant now) {
        if (found.isEmpty()) {
            return CompletableFuture.completedStage(found);
        }
        ledger.touch(found.get().id(), now);
        return answerAnyway(store.save(found.get(), now), found.get());
    }

    /** The session holds whether or not the store could write that down; the next request tries it again. */
    private CompletionStage<Optional<Session>> answerAnyway(CompletionStage<Void> write, Session session) {
        return missed.answerAnyway("a session", write, Optional.of(session));
    }
}
