package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Likes in the database. A note's likes are counted in {@value #PARTS} parts, each with a version that grows by one with each
 * change, so that likes of one note don't wait for one another and a copy elsewhere knows whether it missed one.
 */
public interface LikeLedger {
    /** Parts of a note's likes; a user belongs to one of them. */
    int PARTS = 16;

    static int partOf(UserId user) {
        return (int) (user.value() % PARTS);
    }

    /** Likes the note, or unlikes it when the user does, in one transaction. Nothing when there is no such note. */
    CompletionStage<Optional<LikeChange>> toggle(NoteId note, UserId user);

    /** Takes a like back, of a hidden note too, in one transaction. Nothing when there is none. */
    CompletionStage<Optional<LikeChange>> unlike(NoteId note, UserId user);

    /** The users who like the note. */
    CompletionStage<LikeSnapshot> read(NoteId note);

    /** How many like each of these notes. */
    CompletionStage<Map<NoteId, Long>> counts(Collection<NoteId> notes);

    /** Those of the notes that the user likes. */
    CompletionStage<Set<NoteId>> likedBy(UserId user, Collection<NoteId> notes);

    /** The users who like the note, in the order of time, this number at most. */
    CompletionStage<List<UserId>> first(NoteId note, int max);

    /** The notes with the most likes that were given within this time and still stand; of the last 200,000 of them. */
    CompletionStage<List<NoteId>> mostLikedWithin(Duration time, int max);

    /** Notes that were liked or unliked since {@link #writeTotal}, this number at most; each call goes on behind the last, in a circle. */
    CompletionStage<List<NoteId>> changed(int max);

    /**
     * Writes the number of likes into the note's row.
     *
     * @return by how many that differed
     */
    CompletionStage<Long> writeTotal(NoteId note);

    /**
     * A note whose total was written, and that is to be compared with the copies.
     *
     * @param versions the versions of its parts; 0 for parts that changed since: their changes may be on the way
     */
    record Counted(NoteId note, long liked, List<Long> versions) {}

    /** Notes whose total was written and that were not compared since, as {@link #changed}. */
    CompletionStage<List<Counted>> toCompare(int max);

    /** Takes a note's parts with these versions off {@link #toCompare}. */
    CompletionStage<Void> compared(Counted note);
}
