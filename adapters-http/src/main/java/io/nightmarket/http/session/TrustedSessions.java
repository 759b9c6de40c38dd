package io.nightmarket.http.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The tokens checked within {@code session.trust}, with their sessions, those tried in that time for requests that need none,
 * and the sessions that ended in that time, here or as other nodes say. One for all verticles of a node. Bounded; safe for
 * use by several threads.
 */
public final class TrustedSessions {
    private static final int MAX_TOKENS = 200_000;

    /** A session without use ends after this time; until then its token is a renewal. */
    private static final Duration REMEMBERED = Duration.ofMinutes(30);

    private final Duration trust;
    private final Clock clock;
    private final Cache<String, Trust> tokens;
    /** Until when each is not tried again, in epoch milliseconds. */
    private final Cache<String, Long> tried;
    /** Until when those that were of no session, or could not be checked, are taken as such, in epoch milliseconds. */
    private final Cache<String, Long> refused;

    private final Cache<SessionId, Boolean> ended;
    /** What is renewed before tokens that are new to the node. */
    private final Cache<TokenHash, SessionId> renewals;

    /** @param until epoch milliseconds */
    private record Trust(Session session, long until) {}

    /**
     * @param trust how long a checked token is not checked again
     * @param nanoTime must never go back
     */
    public TrustedSessions(Duration trust, Clock clock, LongSupplier nanoTime) {
        this.trust = trust;
        this.clock = clock;
        this.tokens = remembering(trust, nanoTime);
        this.tried = remembering(trust, nanoTime);
        this.refused = remembering(trust, nanoTime);
        this.ended = remembering(trust, nanoTime);
        this.renewals = remembering(REMEMBERED, nanoTime);
    }

    private static <K, V> Cache<K, V> remembering(Duration time, LongSupplier nanoTime) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_TOKENS)
                // Its upkeep is short; handing it to another thread takes longer.
                .executor(Runnable::run)
                .ticker(nanoTime::getAsLong)
                .expireAfterWrite(time)
                .build();
    }

    Optional<Session> find(String token) {
        Trust known = tokens.getIfPresent(token);
        return known != null && clock.millis() < known.until() && !isEnded(known.session())
                ? Optional.of(known.session())
                : Optional.empty();
    }

    /** Whether this token was trusted in the last 30 minutes, and its session is not known to have ended. */
    boolean wasTrusted(String token) {
        TokenHash hash = TokenHash.of(token);
        SessionId session = renewals.getIfPresent(hash);
        if (session != null && ended.getIfPresent(session) != null) {
            renewals.invalidate(hash);
            return false;
        }
        return session != null;
    }

    /** Tokens that are not tried again for now. */
    long tried() {
        return tried.estimatedSize();
    }

    /** Whether this token was tried within {@code session.trust}. That says nothing of the outcome. */
    boolean wasTried(String token) {
        Long until = tried.getIfPresent(token);
        return until != null && clock.millis() < until;
    }

    /** Whether the caller is to try this token: one caller is, in the time for which a token is trusted. */
    boolean tries(String token) {
        long now = clock.millis();
        long next = now + trust.toMillis();
        Long until = tried.asMap().putIfAbsent(token, next);
        return until == null || (now >= until && tried.asMap().replace(token, until, next));
    }

    /** Whether a check of this token found no session within {@code session.trust}. */
    boolean wasRefused(String token) {
        Long until = refused.getIfPresent(token);
        return until != null && clock.millis() < until;
    }

    /** Remembers that a check of this token found no session. */
    void refuse(String token) {
        refused.put(token, clock.millis() + trust.toMillis());
    }

    private boolean isEnded(Session session) {
        return !ended.asMap().isEmpty() && ended.getIfPresent(session.id()) != null;
    }

    /** Trusts a token, unless its session was ended while it was being checked; answers whether it does. */
    boolean trust(String token, Session session) {
        if (isEnded(session)) {
            return false;
        }
        Instant until = clock.instant().plus(trust);
        tokens.put(
                token,
                new Trust(session, (until.isBefore(session.endsAt()) ? until : session.endsAt()).toEpochMilli()));
        renewals.put(TokenHash.of(token), session.id());
        // What is trusted is not tried, so this says nothing more and only takes room.
        tried.invalidate(token);
        return true;
    }

    /** Trusts no token of this session any more. */
    public void end(SessionId session) {
        ended.put(session, true);
    }
}
