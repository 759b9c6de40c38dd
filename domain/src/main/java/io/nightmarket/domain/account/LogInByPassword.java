package io.nightmarket.domain.account;

import io.nightmarket.domain.account.LogIn.Outcome;
import io.nightmarket.domain.account.Passwords.Stored;
import io.nightmarket.domain.base.MissedWrites;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user turns phone and password into a session. A phone that is not known is answered like a wrong password, after the same work. */
public final class LogInByPassword {
    private final LogIn logIn;
    private final Passwords passwords;
    private final PasswordHasher hasher;
    private final PasswordTries tries;
    private final LogOut logOut;
    private final MissedWrites missed;

    public LogInByPassword(
            LogIn logIn,
            Passwords passwords,
            PasswordHasher hasher,
            PasswordTries tries,
            LogOut logOut,
            MissedWrites missed) {
        this.logIn = logIn;
        this.passwords = passwords;
        this.hasher = hasher;
        this.tries = tries;
        this.logOut = logOut;
        this.missed = missed;
    }

    /**
     * Counts the try, compares the password, and opens a session.
     *
     * @param otp the code of the authenticator app, for staff
     */
    public CompletionStage<Outcome> logIn(Requester requester, String password, Optional<String> otp) {
        return tries.begin(requester).thenCompose(permit -> switch (permit) {
            case Permit.Granted _ -> check(requester, password, otp);
            case Permit.TooSoon(var wait) -> CompletableFuture.<Outcome>completedStage(new Outcome.TooSoon(wait));
        });
    }

    private CompletionStage<Outcome> check(Requester requester, String password, Optional<String> otp) {
        return passwords.find(requester.phone()).thenCompose(found -> {
            Optional<Stored> stored = found.filter(each -> !each.hash().isEmpty());
            String hash = stored.map(Stored::hash).orElseGet(hasher::unmatched);
            return hasher.matches(password, hash, requester.address())
                    .thenCompose(right -> right && stored.isPresent()
                            ? upgrade(stored.get(), password, requester)
                                    .thenCompose(_ -> open(stored.get(), password, requester, otp))
                            : CompletableFuture.<Outcome>completedStage(new Outcome.Wrong()));
        });
    }

    /** The old hash still opens the session when this fails. */
    private CompletionStage<Boolean> upgrade(Stored stored, String password, Requester requester) {
        return hasher.isCurrent(stored.hash())
                ? CompletableFuture.completedStage(true)
                : missed.answerAnyway(
                        "a password's new hash",
                        hasher.hash(password, requester.address())
                                .thenCompose(
                                        hash -> passwords.replace(stored.user().id(), stored.hash(), hash))
                                .thenAccept(_ -> {}),
                        true);
    }

    private CompletionStage<Outcome> open(Stored stored, String password, Requester requester, Optional<String> otp) {
        return logIn.open(stored.user(), requester, otp)
                .thenCompose(outcome -> outcome instanceof Outcome.LoggedIn(Session session)
                        ? isStill(stored, password, requester)
                                .thenCompose(still -> still
                                        ? missed.answerAnyway("tries of a password", tries.forget(requester), outcome)
                                        : logOut.logOut(session.id()).thenApply(_ -> new Outcome.Wrong()))
                        : CompletableFuture.completedStage(outcome));
    }

    /** Looks again after the session was opened: a change of the password may have ended all sessions just before. */
    private CompletionStage<Boolean> isStill(Stored verified, String password, Requester requester) {
        return passwords.find(verified.user().id()).thenCompose(found -> {
            String hash = found.map(Stored::hash).orElse("");
            return hash.equals(verified.hash())
                    ? CompletableFuture.completedStage(true)
                    : hasher.matches(password, hash, requester.address());
        });
    }
}
