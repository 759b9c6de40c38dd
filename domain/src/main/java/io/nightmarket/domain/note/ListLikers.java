package io.nightmarket.domain.note;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.cache.ReadThrough;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The first who liked a note. */
public final class ListLikers {
    private static final int MAX = 5;

    private final ReadThrough<NoteId, Note> notes;
    private final ReadLikes likes;
    private final FindUserCard cards;

    public ListLikers(ReadThrough<NoteId, Note> notes, ReadLikes likes, FindUserCard cards) {
        this.notes = notes;
        this.likes = likes;
        this.cards = cards;
    }

    /** The first five in the order of time, without users who are gone. None for a note that is not there. */
    public CompletionStage<ReadResult<List<UserCard>>> first(NoteId note) {
        return notes.read(note).thenCompose(found -> {
            CompletionStage<List<UserId>> users =
                    found.value().isPresent() ? likes.first(note, MAX) : CompletableFuture.completedStage(List.of());
            return users.thenCompose(ids -> ReadResult.gather(
                    new ReadResult<>(Optional.of(ids), found.loadedAt(), found.stale()), cards::find));
        });
    }
}
