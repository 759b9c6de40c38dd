package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Notes in the database. */
public interface NoteRepository {
    /** The most liked notes end after this number. */
    int MAX_HOT = 1_000;

    /** The notes of an author end after this number. */
    int MAX_OF_AUTHOR = 10_000;

    /** A note that was written. */
    record Saved(NoteId id, CacheChange change) {}

    /** Writes the note, queues it for feeds and records the change, in one transaction. Nothing when there is no such shop. */
    CompletionStage<Optional<Saved>> create(NewNote note);

    CompletionStage<Optional<Note>> find(NoteId id);

    /**
     * Deletes a note, also a hidden one, and records the change, in one transaction; nothing when there is none of this author. What belongs to it
     * goes by {@link #cleanUp}.
     *
     * @param author whose note it must be; empty: of any author
     */
    CompletionStage<Optional<CacheChange>> delete(NoteId id, Optional<UserId> author);

    /** Deletes likes and comments of deleted notes, this number at most, and answers how many; 0: none is left. */
    CompletionStage<Integer> cleanUp(int max);

    /** The author's notes, newest first by time, then id; empty from {@link #MAX_OF_AUTHOR} on, without asking. */
    CompletionStage<List<NoteId>> ofAuthor(UserId author, long offset, int size);

    /** The most liked by the count in the notes' rows, which follows likes within seconds; then the newer first, by id. */
    CompletionStage<List<NoteId>> mostLiked(long offset, int size);
}
