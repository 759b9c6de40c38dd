package io.nightmarket.domain.account;

import io.nightmarket.domain.account.SessionLedger.OpenSession;
import io.nightmarket.domain.base.OneByOne;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Users see and end their sessions; an administrator ends all of a user. */
public final class ManageSessions {
    private final SessionLedger ledger;
    private final LogOut logOut;
    private final Clock clock;

    public ManageSessions(SessionLedger ledger, LogOut logOut, Clock clock) {
        this.ledger = ledger;
        this.logOut = logOut;
        this.clock = clock;
    }

    /** The newest hundred that hold. */
    public CompletionStage<List<OpenSession>> list(UserId user) {
        return ledger.openOf(user, clock.instant());
    }

    /** Ends one of them, as {@link LogOut} does. False when the user has no such session. */
    public CompletionStage<Boolean> end(UserId user, String handle) {
        return list(user)
                .thenApply(open -> open.stream()
                        .map(OpenSession::id)
                        .filter(id -> id.handle().equals(handle))
                        .toList())
                .thenCompose(found -> OneByOne.doAll(found, logOut::logOut).thenApply(_ -> !found.isEmpty()));
    }

    /** Ends all but this one, and those that are opened meanwhile. */
    public CompletionStage<Void> endOthers(Session kept) {
        return endAll(kept.user(), Optional.of(kept.id()));
    }

    /** Ends all, and those that are opened meanwhile. */
    public CompletionStage<Void> endAll(UserId user) {
        return endAll(user, Optional.empty());
    }

    private CompletionStage<Void> endAll(UserId user, Optional<SessionId> kept) {
        return list(user)
                .thenApply(open -> open.stream()
                        .map(OpenSession::id)
                        .filter(id -> !kept.equals(Optional.of(id)))
                        .toList())
                .thenCompose(others -> others.isEmpty()
                        ? CompletableFuture.completedStage(null)
                        : OneByOne.doAll(others, logOut::logOut).thenCompose(_ -> endAll(user, kept)));
    }
}
