package io.nightmarket.domain.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.Invalidation;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user publishes a note, or deletes one of their own; an administrator deletes any. */
public final class PublishNote {
    private final NoteRepository notes;
    private final Invalidation caches;

    public PublishNote(NoteRepository notes, Invalidation caches) {
        this.notes = notes;
        this.caches = caches;
    }

    /** Writes the note and queues it for the feeds of followers, then invalidates the caches. Nothing when there is no such shop. */
    public CompletionStage<Optional<NoteId>> publish(NewNote note) {
        return notes.create(note)
                .thenCompose(written -> written.map(
                                saved -> caches.apply(saved.change()).thenApply(_ -> Optional.of(saved.id())))
                        .orElseGet(() -> CompletableFuture.completedStage(Optional.empty())));
    }

    /** Deletes the note, of this author or of any, or answers false; its likes and comments follow, and are not shown any more. */
    public CompletionStage<Boolean> delete(NoteId id, Optional<UserId> author) {
        return notes.delete(id, author)
                .thenCompose(
                        deleted -> deleted.map(change -> caches.apply(change).thenApply(_ -> true))
                                .orElseGet(() -> CompletableFuture.completedStage(false)));
    }
}
