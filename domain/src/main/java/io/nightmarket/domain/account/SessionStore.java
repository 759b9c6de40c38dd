package io.nightmarket.domain.account;

import java.time.Instant;
import java.util.concurrent.CompletionStage;

/**
 * The fast copy of the sessions. It may lose what it holds at any time; {@link SessionLedger} decides then. What it
 * says of a session it does hold is final. Every call has a time-out and fails with {@code Unavailable} or {@code
 * TimedOut}.
 */
public interface SessionStore {
    /** What the copy knows. */
    sealed interface Lookup {
        /** The session holds; {@code lastSeen} is the activity last written down. */
        record Live(Session session, Instant lastSeen) implements Lookup {}

        /** The session was ended by logout. */
        record Ended() implements Lookup {}

        /** The copy knows nothing: never seen, idle for too long, or lost. */
        record Missing() implements Lookup {}
    }

    /**
     * Keeps the session until {@code lastSeen} plus the idle time, at most until its absolute end. Does nothing to a
     * session that was ended. One atomic step; repeating it is harmless.
     */
    CompletionStage<Void> save(Session session, Instant lastSeen);

    CompletionStage<Lookup> find(SessionId id);

    /** Moves the end on to {@code seen} plus the idle time, no more; does nothing to a session that is ended or missing. */
    CompletionStage<Void> slide(Session session, Instant seen);

    /** Ends the session and remembers that for at least the idle time, so that a late save can't bring it back. */
    CompletionStage<Void> end(SessionId id);

    /** Gives a session that is there another role; does nothing to one that is ended or missing. */
    CompletionStage<Void> changeRole(SessionId id, Role role);
}
