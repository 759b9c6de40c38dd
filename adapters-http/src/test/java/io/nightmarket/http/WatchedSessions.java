package io.nightmarket.http;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionStore;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** Sessions whose reads a test can make fail. */
final class WatchedSessions implements SessionStore {
    private final SessionStore sessions;
    private final Faults sessionReads;

    WatchedSessions(SessionStore sessions, Faults sessionReads) {
        this.sessions = sessions;
        this.sessionReads = sessionReads;
    }

    @Override
    public CompletionStage<Lookup> find(SessionId id) {
        return sessionReads.before(() -> sessions.find(id));
    }

    @Override
    public CompletionStage<Void> save(Session session, Instant lastSeen) {
        return sessions.save(session, lastSeen);
    }

    @Override
    public CompletionStage<Void> slide(Session session, Instant seen) {
        return sessions.slide(session, seen);
    }

    @Override
    public CompletionStage<Void> end(SessionId id) {
        return sessions.end(id);
    }

    @Override
    public CompletionStage<Void> changeRole(SessionId id, Role role) {
        return sessions.changeRole(id, role);
    }
}
