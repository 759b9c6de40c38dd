package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.User;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The truth about sessions in memory; the role of a session found is the one that {@link InMemoryUsers} knows. */
public final class InMemorySessionLedger implements SessionLedger {
    private final SessionPolicy policy;
    private final InMemoryUsers users;
    private final Map<SessionId, Line> lines = new HashMap<>();

    public InMemorySessionLedger(SessionPolicy policy, InMemoryUsers users) {
        this.policy = policy;
        this.users = users;
    }

    private record Line(Session session, Instant lastSeen, boolean ended) {}

    @Override
    public synchronized CompletionStage<Void> open(Session session, Instant now) {
        lines.put(session.id(), new Line(session, now, false));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Optional<Session>> find(SessionId id, Instant now) {
        return CompletableFuture.completedStage(Optional.ofNullable(lines.get(id))
                .filter(line -> !line.ended())
                .filter(line -> now.isBefore(line.session().endsAt()))
                .filter(line -> now.isBefore(line.lastSeen().plus(policy.idle())))
                .map(line -> withRoleOfToday(line.session())));
    }

    @Override
    public synchronized void touch(SessionId id, Instant seen) {
        lines.computeIfPresent(
                id, (_, line) -> line.lastSeen().isBefore(seen) ? new Line(line.session(), seen, line.ended()) : line);
    }

    @Override
    public synchronized CompletionStage<Void> end(SessionId id, Instant now) {
        lines.computeIfPresent(id, (_, line) -> new Line(line.session(), line.lastSeen(), true));
        return CompletableFuture.completedStage(null);
    }

    private Session withRoleOfToday(Session session) {
        return users.lookUp(session.user())
                .map(User::role)
                .map(role -> new Session(session.id(), session.user(), role, session.endsAt()))
                .orElse(session);
    }
}
