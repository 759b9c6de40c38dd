package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.LoadedSets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Copies of who likes a note, or the fact that too many do. A set that missed a change is dropped when the next one of that part is put.
 */
public interface LikeSets extends LoadedSets<NoteId, LikeSnapshot> {
    /** The largest set; of more likers the database is asked. */
    int MAX_LIKERS = 1_000;

    /** What a set answers. */
    sealed interface Known {
        /** How many like the note, and which of the viewers do. */
        record Loaded(long liked, Set<UserId> likers) implements Known {}

        /** Too many like it. */
        record TooLarge() implements Known {}

        record NotLoaded() implements Known {}
    }

    /**
     * What is known of each note; one whose set can't be read is left out.
     *
     * @param viewers the viewers of each note, of whom it is asked whether they like it
     */
    CompletionStage<Map<NoteId, Known>> read(Map<NoteId, Set<UserId>> viewers);

    /** The users who like the note, in the order of time; empty when the set is not loaded or too large. */
    CompletionStage<Optional<List<UserId>>> first(NoteId note, int max);

    /** Puts a change into a loaded set, once. */
    CompletionStage<Void> put(LikeChange change);

    /** Drops the set when it is loaded and misses a change before these versions, of which 0 is not compared; answers whether it did. Ends a load under way. */
    CompletionStage<Boolean> dropIfBehind(NoteId note, List<Long> versions);
}
