package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Comments in the database. Hidden ones are as if they were not there. The note's count of comments changes with them. */
public interface CommentRepository {
    /** Lists end after this number of comments. */
    int MAX_LISTED = 10_000;

    /** Replies of a comment are counted up to this number. */
    int MAX_REPLIES = 100;

    /** What became of a new comment. */
    sealed interface Addition {
        /**
         * It was written.
         *
         * @param change the change of the note
         */
        record Added(CommentId id, CacheChange change) implements Addition {}

        record NoSuchNote() implements Addition {}

        /** The parent, or the answered one, is not there. */
        record NoSuchComment() implements Addition {}

        /** The parent is a reply itself or of another note, or the answered one belongs to another parent. */
        record OfAnother() implements Addition {}
    }

    /** Writes the comment, counts it, and records the change of the note, in one transaction. */
    CompletionStage<Addition> add(NewComment comment);

    /**
     * What a deletion or a cleaning did.
     *
     * @param done how much was done; 0: nothing was left to do
     * @param change the change of the note; empty when no count changed, or the note is gone
     */
    record Deletion(int done, Optional<CacheChange> change) {
        /** Nothing was done. */
        public static final Deletion NONE = new Deletion(0, Optional.empty());
    }

    /**
     * Deletes a comment of this author, also a hidden one, if there is one, in one transaction. Its replies are not listed any more, and go by {@link
     * #cleanUp}.
     *
     * @param author whose comment it must be; empty: of any author
     */
    CompletionStage<Deletion> delete(CommentId id, Optional<UserId> author);

    /** Deletes replies of deleted comments, this number at most, and takes them off the counts. */
    CompletionStage<Deletion> cleanUp(int max);

    /** The comments of the first level, newest first; empty when the note is gone, and from {@link #MAX_LISTED} on. */
    CompletionStage<List<Comment>> ofNote(NoteId note, long offset, int size);

    /** The replies to a comment of the first level, oldest first; empty when that or its note is gone, and from {@link #MAX_LISTED} on. */
    CompletionStage<List<Comment>> replies(CommentId parent, long offset, int size);
}
