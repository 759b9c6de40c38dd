package io.nightmarket.domain.account;

import java.time.Clock;
import java.util.concurrent.CompletionStage;

/** A user ends a session. */
public final class LogOut {
    private final SessionStore store;
    private final SessionLedger ledger;
    private final SessionEvents events;
    private final Clock clock;

    public LogOut(SessionStore store, SessionLedger ledger, SessionEvents events, Clock clock) {
        this.store = store;
        this.ledger = ledger;
        this.events = events;
        this.clock = clock;
    }

    /**
     * Ends the session in the store, then in the ledger. In this order, because the store answers first: were it
     * unreachable after the ledger's write, the session would live on in it. When this fails the user may simply try
     * again, or the mark in the store outlives the session's idle time in the ledger.
     */
    public CompletionStage<Void> logOut(SessionId id) {
        return store.end(id).thenCompose(_ -> ledger.end(id, clock.instant())).thenRun(() -> events.ended(id));
    }
}
