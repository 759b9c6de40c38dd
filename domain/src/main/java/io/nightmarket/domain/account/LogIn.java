package io.nightmarket.domain.account;

import io.nightmarket.domain.concurrent.Stages;
import java.time.Clock;
import java.time.Instant;
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
    private final SessionPolicy policy;
    private final Clock clock;
    private final RandomGenerator secureRandom;

    public LogIn(
            LoginCodes codes,
            CodeDigests digests,
            UserRepository users,
            SessionLedger ledger,
            SessionStore store,
            SessionPolicy policy,
            Clock clock,
            RandomGenerator secureRandom) {
        this.codes = codes;
        this.digests = digests;
        this.users = users;
        this.ledger = ledger;
        this.store = store;
        this.policy = policy;
        this.clock = clock;
        this.secureRandom = secureRandom;
    }

    /** What came of it. */
    public sealed interface Outcome {
        record LoggedIn(Session session) implements Outcome {}

        /** Wrong, used, expired or never issued: the answer does not say which. */
        record WrongCode() implements Outcome {}
    }

    /**
     * Uses up the code and opens a session, in the ledger before the store. When the database fails after the code was
     * used up, the phone may ask for a new one at once.
     */
    public CompletionStage<Outcome> logIn(PhoneNumber phone, String code) {
        String digest = digests.digest(phone, code);
        return codes.redeem(phone, digest)
                .thenCompose(right -> right
                        ? open(phone, digest).thenApply(Outcome.LoggedIn::new)
                        : CompletableFuture.<Outcome>completedStage(new Outcome.WrongCode()));
    }

    private CompletionStage<Session> open(PhoneNumber phone, String digest) {
        return users.findOrCreate(phone, NickNames.random(secureRandom))
                .thenCompose(this::open)
                .exceptionallyCompose(failure -> Stages.failAfter(codes.withdraw(phone, digest), failure));
    }

    /** A store that fails is no reason to refuse: the ledger has the session and brings it back. */
    private CompletionStage<Session> open(User user) {
        Instant now = clock.instant();
        Session session =
                new Session(SessionId.random(secureRandom), user.id(), user.role(), now.plus(policy.absolute()));
        return ledger.open(session, now)
                .thenCompose(_ -> store.save(session, now).handle((_, _) -> session));
    }
}
