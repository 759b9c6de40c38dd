package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The notes that are not in inboxes yet, in the database: a note comes in the transaction that writes it, and goes when its fan-out
 * has ended. Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface FeedOutbox {
    /** When more are pending, the fan-out is behind, and feeds are read from the rows of notes. */
    int MAX_PENDING = 1_000;

    /** A note whose fan-out has not ended. */
    record PendingNote(UserId author, FeedPlace place) {}

    /**
     * What an inbox is read with.
     *
     * @param version the version of the list of those whom the reader follows, read after the notes
     * @param pending the pending notes of all authors, {@value #MAX_PENDING} at most
     * @param areAll whether no more are pending
     */
    record Pending(long version, List<PendingNote> pending, boolean areAll) {}

    /** One for each reader, in their order. */
    CompletionStage<List<Pending>> pending(List<UserId> readers);

    /**
     * How far the fan-out is behind.
     *
     * @param notes that are pending, one more than {@value #MAX_PENDING} at most
     * @param oldest when the oldest of them was written
     */
    record Backlog(int notes, Optional<Instant> oldest) {}

    CompletionStage<Backlog> backlog();

    /** The pending notes of higher numbers than this, those first that were written first. */
    CompletionStage<List<PendingNote>> oldest(long after, int max);

    /** The fan-out of this note has ended. Repeating it is harmless. */
    CompletionStage<Void> finish(PendingNote note);
}
