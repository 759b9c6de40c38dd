package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.Invalidation;
import io.nightmarket.domain.note.CommentRepository.Addition;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user comments on a note, replies to a comment, or deletes a comment of their own; an administrator deletes any. */
public final class WriteComment {
    private static final int CLEANING_BATCH = 1_000;

    private final CommentRepository comments;
    private final Invalidation caches;

    public WriteComment(CommentRepository comments, Invalidation caches) {
        this.comments = comments;
        this.caches = caches;
    }

    /** Writes the comment, then invalidates the note. */
    public CompletionStage<Addition> add(NewComment comment) {
        return comments.add(comment)
                .thenCompose(done -> invalidate(
                        done instanceof Addition.Added(var _, CacheChange change)
                                ? Optional.of(change)
                                : Optional.empty(),
                        done));
    }

    /** Deletes the comment, of this author or of any, then invalidates the note; false when there is none. */
    public CompletionStage<Boolean> delete(CommentId id, Optional<UserId> author) {
        return comments.delete(id, author).thenCompose(step -> invalidate(step.change(), step.done() > 0));
    }

    /** Deletes some of the replies of deleted comments; answers how much it did. */
    public CompletionStage<Integer> cleanUp() {
        return comments.cleanUp(CLEANING_BATCH).thenCompose(step -> invalidate(step.change(), step.done()));
    }

    private <T> CompletionStage<T> invalidate(Optional<CacheChange> change, T outcome) {
        return change.map(changed -> caches.apply(changed).thenApply(_ -> outcome))
                .orElseGet(() -> CompletableFuture.completedStage(outcome));
    }
}
