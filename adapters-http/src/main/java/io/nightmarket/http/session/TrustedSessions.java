package io.nightmarket.http.session;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionEvents;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.http.session.TokenTable.State;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The tokens checked within {@code session.trust}, with their sessions, those tried in that time for requests that need none,
 * and the sessions that ended or changed in that time, here or as other nodes say. One for all verticles of a node. Bounded; safe
 * for use by several threads.
 */
public final class TrustedSessions implements SessionEvents {
    private static final int MAX_DOUBTED = 200_000;

    /** A session without use ends after this time; until then its token is a renewal. */
    private static final Duration REMEMBERED = Duration.ofMinutes(30);

    private final Duration trust;
    private final Clock clock;
    private final LongSupplier nanoTime;
    private final long start;
    private final TokenTable tokens = new TokenTable();
    private final Cache<SessionId, Doubt> doubts;

    private enum Doubt {
        /** Each use of the session is checked. */
        CHANGED,
        ENDED
    }

    /**
     * @param trust how long a checked token is not checked again
     * @param nanoTime must never go back
     */
    public TrustedSessions(Duration trust, Clock clock, LongSupplier nanoTime) {
        this.trust = trust;
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.doubts = Caffeine.newBuilder()
                .maximumSize(MAX_DOUBTED)
                // Its upkeep is short; handing it to another thread takes longer.
                .executor(Runnable::run)
                .ticker(nanoTime::getAsLong)
                .expireAfterWrite(trust)
                .build();
    }

    Optional<Session> find(String token) {
        return known(token).trusted();
    }

    /** What is known of the token, without a session that ended; one that changed is not trusted. */
    KnownToken known(String token) {
        return TokenKey.of(token)
                .flatMap(key -> tokens.find(key, now()).map(known -> withoutDoubt(key, known)))
                .orElse(KnownToken.NOTHING);
    }

    private KnownToken withoutDoubt(TokenKey key, KnownToken known) {
        return switch (known.session().flatMap(this::doubt).orElse(null)) {
            case null -> known;
            case CHANGED -> new KnownToken(State.NONE, known.isRenewal(), known.session());
            case ENDED -> {
                tokens.endRenewal(key);
                yield new KnownToken(known.state(), false, Optional.empty());
            }
        };
    }

    /** Whether the caller is to try this token: one caller is, in the time for which a token is trusted. */
    boolean tries(String token) {
        long now = now();
        return TokenKey.of(token)
                .filter(key -> tokens.beginTry(key, now, now + trust.toNanos()))
                .isPresent();
    }

    /** Remembers what a check of this token found in place of a session, unless another one succeeded meanwhile. */
    void refuse(String token, State state) {
        if (find(token).isEmpty()) {
            long now = now();
            TokenKey.of(token).ifPresent(key -> tokens.refuse(key, state, now, now + trust.toNanos()));
        }
    }

    private Optional<Doubt> doubt(Session session) {
        return doubts.asMap().isEmpty() ? Optional.empty() : Optional.ofNullable(doubts.getIfPresent(session.id()));
    }

    /** Whether the session was not ended while it was being checked. Its token is trusted then, unless the session changed lately. */
    boolean trust(String token, Session session) {
        // Before the question: what ends later is known to have ended for longer than the token is trusted.
        long now = now();
        Optional<Doubt> doubt = doubt(session);
        if (doubt.isPresent()) {
            return doubt.get() == Doubt.CHANGED;
        }
        Duration rest = Duration.between(clock.instant(), session.endsAt());
        Duration time = rest.compareTo(trust) < 0 ? rest : trust;
        TokenKey.of(token)
                .ifPresent(key -> tokens.trust(
                        key, session, now, now + time.toNanos(), now + Math.max(time.toNanos(), REMEMBERED.toNanos())));
        return true;
    }

    @Override
    public void ended(SessionId session) {
        doubts.put(session, Doubt.ENDED);
    }

    /** Until what was known before is forgotten. An end is final. */
    @Override
    public void changed(SessionId session) {
        var _ = doubts.asMap().merge(session, Doubt.CHANGED, (before, now) -> before == Doubt.ENDED ? before : now);
    }

    /** From 1 on: what was never written ended before. */
    private long now() {
        return nanoTime.getAsLong() - start + 1;
    }
}
