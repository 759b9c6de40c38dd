package io.nightmarket.http.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The tokens checked a moment ago, with their sessions, and the sessions that were ended since, here or as other nodes
 * say. One for all verticles of a node. Bounded; safe for use by several threads.
 */
public final class TrustedSessions {
    private static final int MAX_TOKENS = 200_000;

    private final Duration trust;
    private final Clock clock;
    private final Cache<String, Trust> tokens;
    private final Cache<SessionId, Boolean> ended;

    /** @param until epoch milliseconds */
    private record Trust(Session session, long until) {}

    /** @param trust so long a checked token is not checked again */
    public TrustedSessions(Duration trust, Clock clock) {
        this.trust = trust;
        this.clock = clock;
        this.tokens = remembering(trust);
        this.ended = remembering(trust);
    }

    private static <K, V> Cache<K, V> remembering(Duration time) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_TOKENS)
                // Its upkeep is short; handing it to another thread takes longer.
                .executor(Runnable::run)
                .expireAfterWrite(time)
                .build();
    }

    Optional<Session> find(String token) {
        Trust known = tokens.getIfPresent(token);
        return known != null && clock.millis() < known.until() && !isEnded(known.session())
                ? Optional.of(known.session())
                : Optional.empty();
    }

    private boolean isEnded(Session session) {
        return !ended.asMap().isEmpty() && ended.getIfPresent(session.id()) != null;
    }

    /** Trusts a token, unless its session was ended while it was being checked. */
    void trust(String token, Session session) {
        if (!isEnded(session)) {
            Instant until = clock.instant().plus(trust);
            tokens.put(
                    token,
                    new Trust(session, (until.isBefore(session.endsAt()) ? until : session.endsAt()).toEpochMilli()));
        }
    }

    /** Trusts no token of this session any more. */
    public void end(SessionId session) {
        ended.put(session, true);
    }
}
