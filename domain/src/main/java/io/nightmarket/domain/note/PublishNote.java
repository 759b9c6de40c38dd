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

    /** Writes the note, then invalidates the caches. Nothing when there is no such shop. */
    public CompletionStage<Optional<NoteId>> publish(NewNote note) {
        return notes.create(note)
                .thenCompose(written -> written.map(
                                saved -> caches.apply(saved.change()).thenApply(_ -> Optional.of(saved.id())))
                        .orElseGet(() -> CompletableFuture.completedStage(Optional.empty())));
    }

    /** What became of a deletion. */
    public enum Outcome {
        DELETED,
        NOT_FOUND,
        FOREIGN
    }

    /** Deletes the note, of this author or of any; its likes and comments follow, and are not shown before. */
    public CompletionStage<Outcome> delete(NoteId id, Optional<UserId> author) {
        return notes.delete(id, author).thenCompose(deletion -> switch (deletion) {
            case NoteRepository.Deletion.Deleted(var change) ->
                caches.apply(change).thenApply(_ -> Outcome.DELETED);
            case NoteRepository.Deletion.NotFound _ -> CompletableFuture.completedStage(Outcome.NOT_FOUND);
            case NoteRepository.Deletion.Foreign _ -> CompletableFuture.completedStage(Outcome.FOREIGN);
        });
    }
}
