package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.SessionStore;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sessions and the marks of ended ones, each until its time. */
public final class InMemorySessionStore implements SessionStore {
    private record Entry(Lookup known, Instant until) {}

    private final Map<SessionId, Entry> entries = new HashMap<>();
    private final SessionPolicy policy;
    private final Clock clock;

    public InMemorySessionStore(SessionPolicy policy, Clock clock) {
        this.policy = policy;
        this.clock = clock;
    }

    /** What a crash of the store does. */
    public synchronized void loseEverything() {
        entries.clear();
    }

    @Override
    public synchronized CompletionStage<Void> save(Session session, Instant lastSeen) {
        switch (look(session.id())) {
            case Lookup.Ended _ -> {}
            case Lookup.Live live -> keep(session, later(lastSeen, live.lastSeen()));
            case Lookup.Missing _ -> keep(session, lastSeen);
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Lookup> find(SessionId id) {
        return CompletableFuture.completedStage(look(id));
    }

    @Override
    public synchronized CompletionStage<Void> slide(Session session, Instant seen) {
        if (look(session.id()) instanceof Lookup.Live live) {
            keep(live.session(), later(seen, live.lastSeen()));
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> end(SessionId id) {
        entries.put(id, new Entry(new Lookup.Ended(), clock.instant().plus(policy.idle())));
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> changeRole(SessionId id, Role role) {
        if (look(id) instanceof Lookup.Live(Session session, Instant lastSeen)) {
            keep(new Session(id, session.user(), role, session.endsAt()), lastSeen);
        }
        return CompletableFuture.completedStage(null);
    }

    private Lookup look(SessionId id) {
        @Nullable Entry entry = entries.get(id);
        return Optional.ofNullable(entry)
                .filter(present -> clock.instant().isBefore(present.until()))
                .<Lookup>map(Entry::known)
                .orElseGet(Lookup.Missing::new);
    }

    private void keep(Session session, Instant lastSeen) {
        Instant idleEnd = lastSeen.plus(policy.idle());
        Instant until = idleEnd.isBefore(session.endsAt()) ? idleEnd : session.endsAt();
        entries.put(session.id(), new Entry(new Lookup.Live(session, lastSeen), until));
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
