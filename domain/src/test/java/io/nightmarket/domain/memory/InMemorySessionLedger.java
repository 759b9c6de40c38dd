package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The truth about sessions in memory; the role of a session found is the one that {@link InMemoryUsers} knows. */
public final class InMemorySessionLedger implements SessionLedger {
    private final SessionPolicy policy;
    private final boolean staffSecondFactor;
    private final InMemoryUsers users;
    private final Map<SessionId, Line> lines = new HashMap<>();

    public InMemorySessionLedger(SessionPolicy policy, boolean staffSecondFactor, InMemoryUsers users) {
        this.policy = policy;
        this.staffSecondFactor = staffSecondFactor;
        this.users = users;
    }

    private record Line(Session session, Login login, Instant lastSeen, boolean ended) {}

    @Override
    public synchronized CompletionStage<Void> open(Session session, Login login) {
        lines.put(session.id(), new Line(session, login, login.at(), false));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Optional<Session>> find(SessionId id, Instant now) {
        return CompletableFuture.completedStage(Optional.ofNullable(lines.get(id))
                .filter(line -> holds(line, now))
                .map(this::withRoleOfToday));
    }

    @Override
    public synchronized void touch(SessionId id, Instant seen) {
        lines.computeIfPresent(
                id,
                (_, line) -> line.lastSeen().isBefore(seen)
                        ? new Line(line.session(), line.login(), seen, line.ended())
                        : line);
    }

    @Override
    public synchronized CompletionStage<Void> end(SessionId id, Instant now) {
        lines.computeIfPresent(id, (_, line) -> new Line(line.session(), line.login(), line.lastSeen(), true));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Integer> prune(Instant before) {
        int all = lines.size();
        lines.values().removeIf(line -> line.session().endsAt().isBefore(before));
        return CompletableFuture.completedStage(all - lines.size());
    }

    @Override
    public synchronized CompletionStage<List<OpenSession>> openOf(UserId user, Instant now) {
        return CompletableFuture.completedStage(lines.values().stream()
                .filter(line -> line.session().user().equals(user) && holds(line, now))
                .sorted(Comparator.comparing((Line line) -> line.login().at()).reversed())
                .limit(100)
                .map(line -> new OpenSession(
                        line.session().id(),
                        line.login().at(),
                        line.lastSeen(),
                        line.login().address()))
                .toList());
    }

    /** How many are kept, those that are over, too. */
    public synchronized int size() {
        return lines.size();
    }

    private boolean holds(Line line, Instant now) {
        return !line.ended()
                && now.isBefore(line.session().endsAt())
                && now.isBefore(line.lastSeen().plus(policy.idle()));
    }

    private Session withRoleOfToday(Line line) {
        Session session = line.session();
        return users.lookUp(session.user())
                .map(User::role)
                .map(role -> staffSecondFactor && line.login().step().isEmpty() ? Role.SHOPPER : role)
                .map(role -> new Session(session.id(), session.user(), role, session.endsAt()))
                .orElse(session);
    }
}
