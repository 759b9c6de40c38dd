package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.Follows;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counts the notes of a feed that are newer than what its user saw. */
public final class CountUnread {
    /** The most that are counted. */
    public static final int MAX = 99;

    private final Follows follows;
    private final NotesOfAuthors stored;
    private final SeenPlaces seen;

    public CountUnread(Follows follows, NotesOfAuthors stored, SeenPlaces seen) {
        this.follows = follows;
        this.stored = stored;
        this.seen = seen;
    }

    /** {@value #MAX} at most; of a user who never looked, all. */
    public CompletionStage<Integer> count(UserId user) {
        return seen.find(user)
                .thenCombine(
                        follows.snapshot(user, ReadFeed.MAX_AUTHORS),
                        (place, followed) -> followed.followed().isEmpty()
                                ? CompletableFuture.completedStage(0)
                                : stored.countBefore(followed.followed(), place.orElse(FeedPlace.END), MAX))
                .thenCompose(counted -> counted);
    }
}
