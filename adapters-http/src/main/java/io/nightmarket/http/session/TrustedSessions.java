package io.nightmarket.http.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.nightmarket.domain.account.Session;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tokens checked a moment ago, with their sessions. One for all verticles of a node, so that a logout is known at
 * once to all of them. Bounded; safe for use by several threads.
 */
public final class TrustedSessions {
    private static final int MAX_TOKENS = 200_000;

    private final Duration trust;
    private final Clock clock;
    private final Cache<String, Trust> tokens;

    /** @param session null: this token's session was ended here */
    private record Trust(@Nullable Session session, Instant until) {}

    /** @param trust so long a checked token is not checked again */
    public TrustedSessions(Duration trust, Clock clock) {
        this.trust = trust;
        this.clock = clock;
        this.tokens = Caffeine.newBuilder()
                .maximumSize(MAX_TOKENS)
                // Its upkeep is short; handing it to another thread takes longer.
                .executor(Runnable::run)
                .expireAfterWrite(trust)
                .build();
    }

    Optional<Session> find(String token) {
        Trust known = tokens.getIfPresent(token);
        return known != null && known.session() != null && clock.instant().isBefore(known.until())
                ? Optional.of(known.session())
                : Optional.empty();
    }

    /** Trusts a token, unless its session was ended while it was being checked. */
    void trust(String token, Session session) {
        Instant until = clock.instant().plus(trust);
        Trust fresh = new Trust(session, until.isBefore(session.endsAt()) ? until : session.endsAt());
        tokens.asMap().compute(token, (_, known) -> known != null && known.session() == null ? known : fresh);
    }

    /** Trusts the token no more. */
    void end(String token) {
        tokens.put(token, new Trust(null, clock.instant()));
    }
}
