package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Counts the notes of a feed that are newer than what its user saw. */
public final class CountUnread {
    /** The most that are counted. */
    public static final int MAX = 99;

    private final FeedPlaces places;
    private final FeedPlaces rows;
    private final NotesOfAuthors notes;
    private final SeenPlaces seen;

    /** @param rows the places of notes that are not deleted */
    public CountUnread(FeedPlaces places, FeedPlaces rows, NotesOfAuthors notes, SeenPlaces seen) {
        this.places = places;
        this.rows = rows;
        this.notes = notes;
        this.seen = seen;
    }

    /** {@value #MAX} at most; of a user who never looked, all. */
    public CompletionStage<Integer> count(UserId user) {
        return seen.find(user).thenCompose(place -> count(user, place.orElse(FeedPlace.END)));
    }

    private CompletionStage<Integer> count(UserId user, FeedPlace seenPlace) {
        return unread(places, user, seenPlace)
                .thenCompose(unread -> unread.isEmpty()
                        ? CompletableFuture.completedStage(0)
                        : notes.countExisting(unread)
                                .thenCompose(existing -> existing == unread.size()
                                        ? CompletableFuture.completedStage(existing)
                                        : unread(rows, user, seenPlace).thenApply(List::size)));
    }

    private static CompletionStage<List<FeedPlace>> unread(FeedPlaces from, UserId user, FeedPlace seenPlace) {
        return from.after(user, FeedPlace.BEGIN, MAX)
                .thenApply(newest -> newest.stream()
                        .takeWhile(one -> one.compareTo(seenPlace) < 0)
                        .toList());
    }
}
