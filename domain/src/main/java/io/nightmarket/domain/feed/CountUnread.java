package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counts the notes of a feed that are newer than what its user saw. */
public final class CountUnread {
    /** So many of the newest are looked at. */
    public static final int MAX = 99;

    private final FeedPlaces places;
    private final NotesOfAuthors notes;
    private final SeenPlaces seen;

    public CountUnread(FeedPlaces places, NotesOfAuthors notes, SeenPlaces seen) {
        this.places = places;
        this.notes = notes;
        this.seen = seen;
    }

    /** {@value #MAX} at most; of a user who never looked, all. */
    public CompletionStage<Integer> count(UserId user) {
        return seen.find(user)
                .thenCombine(
                        places.after(user, FeedPlace.BEGIN, MAX),
                        (place, newest) -> newest.stream()
                                .takeWhile(one -> one.compareTo(place.orElse(FeedPlace.END)) < 0)
                                .toList())
                .thenCompose(
                        unread -> unread.isEmpty() ? CompletableFuture.completedStage(0) : notes.countExisting(unread));
    }
}
