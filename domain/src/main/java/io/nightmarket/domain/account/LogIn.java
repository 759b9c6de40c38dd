package io.nightmarket.domain.account;

import io.nightmarket.domain.base.Stages;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** A shopper turns a login code into a session; the first login of a phone makes the user. */
public final class LogIn {
    private final LoginCodes codes;
    private final CodeDigests digests;
    private final UserRepository users;
    private final SessionLedger ledger;
    private final SessionStore store;
    private final SecondFactor secondFactor;
    private final SessionPolicy policy;
    private final Clock clock;
    private final RandomGenerator secureRandom;

    public LogIn(
            LoginCodes codes,
            CodeDigests digests,
            UserRepository users,
            SessionLedger ledger,
            SessionStore store,
            SecondFactor secondFactor,
            SessionPolicy policy,
            Clock clock,
            RandomGenerator secureRandom) {
        this.codes = codes;
        this.digests = digests;
        this.users = users;
        this.ledger = ledger;
        this.store = store;
        this.secondFactor = secondFactor;
        this.policy = policy;
        this.clock = clock;
        this.secureRandom = secureRandom;
    }

    /** The outcome of a login, by code or by password. */
    public sealed interface Outcome {
        record LoggedIn(Session session) implements Outcome {}

        /**
         * The code is wrong, used, expired or was never issued; or there is no such phone or password: the answer does not say
         * which.
         */
        record Wrong() implements Outcome {}

        /** Code or password was right, and the code is used up; that of the second factor was wrong, used, or one too many. */
        record WrongSecondFactor(UserId user) implements Outcome {}

        /** Code or password was right, and staff banned the user. */
        record Banned(UserId user) implements Outcome {}

        /** There were too many tries of a password. */
        record TooSoon(Duration retryAfter) implements Outcome {}
    }

    /**
     * What a shopper logs in with.
     *
     * @param challenge the challenge of the code; without one, the last that this address asked for
     * @param otp the code of the authenticator app, for staff
     */
    public record Credentials(Optional<ChallengeId> challenge, String code, Optional<String> otp) {}

    /**
     * Uses up the code and opens a session, in the ledger before the store. When the database fails after the code was
     * used up, the phone may ask for a new one at once.
     */
    public CompletionStage<Outcome> logIn(Requester requester, Credentials credentials) {
        List<String> accepted = digests.accepted(requester.phone(), credentials.code());
        return codes.redeem(requester, credentials.challenge(), accepted)
                .thenCompose(redeemed -> redeemed.isPresent()
                        ? open(requester, credentials)
                                .exceptionallyCompose(
                                        failure -> Stages.failAfter(codes.withdraw(requester, redeemed.get()), failure))
                        : CompletableFuture.<Outcome>completedStage(new Outcome.Wrong()));
    }

    private CompletionStage<Outcome> open(Requester requester, Credentials credentials) {
        return users.findOrCreate(requester.phone(), NickNames.random(secureRandom))
                .thenCompose(user -> open(user, requester, credentials.otp()));
    }

    /** Opens a session of a user who proved to be the one. */
    CompletionStage<Outcome> open(User user, Requester requester, Optional<String> otp) {
        return secondFactor
                .check(user, otp)
                .thenCompose(found -> found.map(allowed -> open(user, allowed, requester))
                        .orElseGet(() -> CompletableFuture.completedStage(new Outcome.WrongSecondFactor(user.id()))));
    }

    /**
     * A store or codes that fail are no reason to refuse: the ledger has the session and brings it back. Whether the user is banned
     * is read after the session is in the ledger: a ban ends all that it finds there.
     */
    private CompletionStage<Outcome> open(User user, SecondFactor.Allowed allowed, Requester requester) {
        Instant now = clock.instant();
        Session session =
                new Session(SessionId.random(secureRandom), user.id(), allowed.role(), now.plus(policy.absolute()));
        return ledger.open(session, new SessionLedger.Login(now, requester.address(), allowed.step()))
                .thenCompose(_ -> users.isBanned(user.id()))
                .thenCompose(banned -> banned
                        ? ledger.end(session.id(), now).thenApply(_ -> new Outcome.Banned(user.id()))
                        : Stages.all(List.of(store.save(session, now), codes.recognize(requester)))
                                .handle((_, _) -> new Outcome.LoggedIn(session)));
    }
}
