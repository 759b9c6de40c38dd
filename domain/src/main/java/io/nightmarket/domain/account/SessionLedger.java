package io.nightmarket.domain.account;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Sessions in the database. Written at login and logout, read only when the {@link SessionStore} does not know. */
public interface SessionLedger {
    /** How long a session is kept after its end, for questions of users about logins that were not theirs. */
    Duration KEPT = Duration.ofDays(7);

    /**
     * How a session was opened.
     *
     * @param address the network that the user came from
     * @param step the step of the password that proved a second factor, which counts while it is the last one used;
     *     empty without one
     */
    record Login(Instant at, String address, OptionalLong step) {}

    /** A session that holds, as its user sees it. */
    record OpenSession(SessionId id, Instant openedAt, Instant lastSeen, String address) {}

    CompletionStage<Void> open(Session session, Login login);

    /**
     * The session, with the user's role of today (a shopper's without a second factor that is required), unless it was ended, reached its absolute end, or was last seen
     * {@link SessionPolicy#idle} or longer before {@code now}.
     */
    CompletionStage<Optional<Session>> find(SessionId id, Instant now);

    /**
     * Writes down activity. May be gathered and written a little later, and dropped under load: then a lost {@link
     * SessionStore} ends the session up to that much earlier, never later.
     */
    void touch(SessionId id, Instant seen);

    /** Ends the session for good. Repeating it is harmless. */
    CompletionStage<Void> end(SessionId id, Instant now);

    /** Deletes up to a thousand sessions whose absolute end lies before this time; answers how many. */
    CompletionStage<Integer> prune(Instant before);

    /** The newest hundred sessions of a user that hold. */
    CompletionStage<List<OpenSession>> openOf(UserId user, Instant now);
}
