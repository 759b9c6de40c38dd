package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.Follows;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads feeds from the rows of notes: the newest of each followed author. */
public final class StoredFeed implements FeedPlaces {
    /** The authors of a feed; an adopted site may have users who follow more. */
    public static final int MAX_AUTHORS = 20_000;

    private final Follows follows;
    private final NotesOfAuthors notes;

    public StoredFeed(Follows follows, NotesOfAuthors notes) {
        this.follows = follows;
        this.notes = notes;
    }

    @Override
    public CompletionStage<List<FeedPlace>> after(UserId reader, FeedPlace place, int max) {
        return follows.snapshot(reader, MAX_AUTHORS)
                .thenCompose(list -> list.followed().isEmpty()
                        ? CompletableFuture.completedStage(List.of())
                        : notes.after(list.followed(), place, max));
    }
}
