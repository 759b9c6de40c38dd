package io.nightmarket.domain.like;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.cache.ReadResult;
import io.nightmarket.domain.note.NoteId;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The first who liked a note. */
public final class ListLikers {
    private static final int MAX = 5;

    private final ReadLikes likes;
    private final FindUserCard cards;
    private final Clock clock;

    public ListLikers(ReadLikes likes, FindUserCard cards, Clock clock) {
        this.likes = likes;
        this.cards = cards;
        this.clock = clock;
    }

    /** The first five in the order of time, without users who are gone. None for a note that is not there. */
    public CompletionStage<ReadResult<List<UserCard>>> first(NoteId note) {
        return likes.first(note, MAX)
                .thenCompose(users ->
                        ReadResult.gather(new ReadResult<>(Optional.of(users), clock.instant(), false), cards::find));
    }
}
