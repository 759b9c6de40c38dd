package io.nightmarket.http.session;

import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.session.TokenTable.State;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Finds the session that a request comes with. The token is only its name: the session decides. */
public final class Sessions {
    private static final String BEARER = "Bearer ";

    private final JwtTokens tokens;
    private final TrustedSessions trusted;
    private final CheckSession checkSession;
    private final LogOut logOut;
    private final Vertx vertx;
    private final SingleFlight<String, Optional<Session>> uses = new SingleFlight<>();
    private final NotedTokens noted;

    public Sessions(Vertx vertx, JwtTokens tokens, TrustedSessions trusted, CheckSession checkSession, LogOut logOut) {
        this.vertx = vertx;
        this.tokens = tokens;
        this.trusted = trusted;
        this.checkSession = checkSession;
        this.logOut = logOut;
        this.noted =
                new NotedTokens(this::tryNoted, task -> vertx.setTimer(NotedTokens.INTERVAL_MILLIS, _ -> task.run()));
    }

    /** One try in the time for which a token is trusted; what is not ours is not remembered. */
    private void tryNoted(String token) {
        KnownToken known = trusted.known(token);
        if (known.trusted().isEmpty()) {
            sessionOf(token, known).filter(_ -> trusted.tries(token)).ifPresent(id -> {
                var _ = uses.run(token, _ -> use(token, id));
            });
        }
    }

    /** The signature of a token that was trusted in the last 30 minutes is not checked again. */
    private Optional<SessionId> sessionOf(String token, KnownToken known) {
        return known.renewal().map(Session::id).or(() -> tokens.read(token));
    }

    /** The session of the request; fails with {@code LOGIN_REQUIRED} when it has none that holds. */
    public Future<Session> require(HttpServerRequest request) {
        String token = token(request);
        if (token == null) {
            return loginRequired();
        }
        KnownToken known = trusted.known(token);
        if (known.state() == State.ENDED) {
            return loginRequired();
        }
        Optional<Session> session = known.trusted().filter(found -> mayBeTrusted(found, request.method()));
        return session.isPresent()
                ? Future.succeededFuture(session.get())
                : check(token, known)
                        .compose(found -> found.map(Future::succeededFuture).orElseGet(Sessions::loginRequired));
    }

    /** What staff change needs their role of this moment: the hint of another one may be lost. */
    private static boolean mayBeTrusted(Session session, HttpMethod method) {
        return session.role() == Role.SHOPPER || method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    }

    /**
     * The user of a request that is answered without one too; none when its session does not hold, or can't be checked for now,
     * which is not tried again before the time for which a token is trusted.
     */
    public CompletionStage<Optional<UserId>> viewer(HttpServerRequest request) {
        String token = token(request);
        if (token == null) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        KnownToken known = trusted.known(token);
        Optional<Session> session = known.trusted();
        return session.isPresent() || known.wasRefused()
                ? CompletableFuture.completedStage(session.map(Session::user))
                : uses.run(token, _ -> readAndUse(token, known)).thenApply(found -> found.map(Session::user));
    }

    /**
     * Keeps the session of a request alive that would be answered without one too; nothing waits for it, and under load tokens
     * are left out that are new to this node. A token is tried at intervals only, whatever the outcome.
     *
     * @return the user of its session, if this node trusted its token in the last 30 minutes; good for counting alone
     */
    public Optional<UserId> noteUse(HttpServerRequest request) {
        String token = token(request);
        return token == null ? Optional.empty() : noteUse(token);
    }

    Optional<UserId> noteUse(String token) {
        KnownToken known = trusted.known(token);
        Optional<Session> renewal = known.renewal();
        if (!known.wasTried() && tokens.mayBeOurs(token)) {
            noted.note(token, renewal.isPresent());
        }
        return renewal.map(Session::user);
    }

    /** Tokens that are queued for a check. */
    int waiting() {
        return noted.waiting();
    }

    private CompletionStage<Optional<Session>> readAndUse(String token, KnownToken known) {
        return sessionOf(token, known)
                .map(id -> use(token, id))
                .orElseGet(() -> CompletableFuture.completedStage(Optional.empty()));
    }

    private CompletionStage<Optional<Session>> use(String token, SessionId id) {
        return checked(token, checkSession.noteUse(id), State.REFUSED).toCompletionStage();
    }

    public static boolean hasToken(HttpServerRequest request) {
        return token(request) != null;
    }

    /** Whether the session holds, which is not kept alive by the question. */
    public Future<Boolean> holds(SessionId session) {
        return Future.fromCompletionStage(checkSession.holds(session), vertx.getOrCreateContext());
    }

    /** A token that ends with the session. */
    public String issueToken(Session session) {
        return tokens.issue(session);
    }

    /** Ends the session, on this node at once. */
    public Future<Void> end(Session session) {
        return Future.fromCompletionStage(logOut.logOut(session.id()), vertx.getOrCreateContext())
                .onSuccess(_ -> trusted.ended(session.id()));
    }

    private Future<Optional<Session>> check(String token, KnownToken known) {
        return sessionOf(token, known)
                .map(id -> checked(token, checkSession.check(id), State.ENDED))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    /** @param otherwise what is remembered when no session was found */
    private Future<Optional<Session>> checked(String token, CompletionStage<Optional<Session>> check, State otherwise) {
        return Future.fromCompletionStage(check, vertx.getOrCreateContext())
                // What several wait for may have been read before the session was ended.
                .map(found -> found.filter(session -> trusted.trust(token, session)))
                .onSuccess(found -> {
                    if (found.isEmpty()) {
                        trusted.refuse(token, otherwise);
                    }
                });
    }

    private static Future<Session> loginRequired() {
        return Future.failedFuture(Refusal.of(ErrorCode.LOGIN_REQUIRED));
    }

    private static @Nullable String token(HttpServerRequest request) {
        String header = request.getHeader(HttpHeaders.AUTHORIZATION);
        if (header == null) {
            return null;
        }
        boolean bearer = header.regionMatches(true, 0, BEARER, 0, BEARER.length());
        String token = bearer ? header.substring(BEARER.length()).strip() : header.strip();
        return token.isEmpty() ? null : token;
    }
}
