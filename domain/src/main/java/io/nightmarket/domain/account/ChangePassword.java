package io.nightmarket.domain.account;

import io.nightmarket.domain.account.Passwords.Stored;
import io.nightmarket.domain.account.SessionLedger.OpenSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A user sets or changes the password, with the one before or in a session opened within {@link #RECENT}; a session that was stolen
 * later is not enough. All other sessions end.
 */
public final class ChangePassword {
    /** Within this time after its login a session needs no password. */
    public static final Duration RECENT = Duration.ofMinutes(10);

    private final Passwords passwords;
    private final PasswordHasher hasher;
    private final PasswordTries tries;
    private final ManageSessions sessions;
    private final Clock clock;

    public ChangePassword(
            Passwords passwords, PasswordHasher hasher, PasswordTries tries, ManageSessions sessions, Clock clock) {
        this.passwords = passwords;
        this.hasher = hasher;
        this.tries = tries;
        this.sessions = sessions;
        this.clock = clock;
    }

    /** The outcome. */
    public sealed interface Outcome {
        record Changed() implements Outcome {}

        /** The session is not recent, and there was no password with the request. */
        record LogInAgain() implements Outcome {}

        record WrongPassword() implements Outcome {}

        /** There were too many tries. */
        record TooSoon(Duration retryAfter) implements Outcome {}

        /** Other requests changed the password meanwhile. */
        record ChangedMeanwhile() implements Outcome {}

        /** The user is gone. */
        record UnknownUser() implements Outcome {}
    }

    /**
     * Sets the password. When another request changed it meanwhile all is checked again, once.
     *
     * @param old the password before, if the user gives it
     */
    public CompletionStage<Outcome> change(Session session, String address, Optional<String> old, String password) {
        return tryChange(session, address, old, password)
                .thenCompose(done -> done.isPresent()
                        ? CompletableFuture.completedStage(done)
                        : tryChange(session, address, old, password))
                .thenApply(done -> done.orElseGet(Outcome.ChangedMeanwhile::new));
    }

    /** Empty when another request changed the password meanwhile. */
    private CompletionStage<Optional<Outcome>> tryChange(
            Session session, String address, Optional<String> old, String password) {
        return passwords
                .find(session.user())
                .thenCompose(found -> found.map(stored -> prove(session, address, stored, old)
                                .thenCompose(refusal -> refusal.isPresent()
                                        ? CompletableFuture.completedStage(refusal)
                                        : write(session, address, stored, password)))
                        .orElseGet(() -> CompletableFuture.completedStage(refused(new Outcome.UnknownUser()))));
    }

    private CompletionStage<Optional<Outcome>> prove(
            Session session, String address, Stored stored, Optional<String> old) {
        if (old.isEmpty() || stored.hash().isEmpty()) {
            return isRecent(session).thenApply(recent -> recent ? Optional.empty() : refused(new Outcome.LogInAgain()));
        }
        Requester requester = new Requester(stored.phone(), address);
        return tries.begin(requester).thenCompose(permit -> switch (permit) {
            case Permit.TooSoon(var wait) -> CompletableFuture.completedStage(refused(new Outcome.TooSoon(wait)));
            case Permit.Granted _ ->
                hasher.matches(old.get(), stored.hash(), address)
                        .thenCompose(right -> right
                                ? tries.forget(requester).thenApply(_ -> Optional.<Outcome>empty())
                                : CompletableFuture.completedStage(refused(new Outcome.WrongPassword())));
        });
    }

    private static Optional<Outcome> refused(Outcome outcome) {
        return Optional.of(outcome);
    }

    private CompletionStage<Boolean> isRecent(Session session) {
        Instant earliest = clock.instant().minus(RECENT);
        return sessions.list(session.user())
                .thenApply(open -> open.stream()
                        .filter(each -> each.id().equals(session.id()))
                        .map(OpenSession::openedAt)
                        .anyMatch(earliest::isBefore));
    }

    /** Ends the others before, so that nothing is written when that fails, and those that were opened until it was written. */
    private CompletionStage<Optional<Outcome>> write(Session session, String address, Stored stored, String password) {
        return hasher.hash(password, address)
                .thenCompose(hash -> sessions.endOthers(session)
                        .thenCompose(_ -> passwords.replace(session.user(), stored.hash(), hash)))
                .thenCompose(written -> written
                        ? sessions.endOthers(session).thenApply(_ -> Optional.of(new Outcome.Changed()))
                        : CompletableFuture.completedStage(Optional.empty()));
    }
}
