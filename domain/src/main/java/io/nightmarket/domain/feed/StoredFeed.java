package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.follow.Follows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Reads feeds from the rows of notes: the newest of each followed author. A few at once, so that a burst of readers does not hold
 * up loads of inboxes, after which their rows are not read any more. Fails with {@code Unavailable} when too many wait, or for too long.
 */
public final class StoredFeed implements FeedPlaces {
    /** The authors of a feed; an adopted site may have users who follow more. */
    public static final int MAX_AUTHORS = 20_000;

    /** Reads under way at once, of those who share this. */
    static final int READS = 4;

    private static final int WAITING = 1_000;
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final Follows follows;
    private final NotesOfAuthors notes;
    private final Timers timers;
    private final Bulkhead bulkhead = new Bulkhead(READS, WAITING);

    public StoredFeed(Follows follows, NotesOfAuthors notes, Timers timers) {
        this.follows = follows;
        this.notes = notes;
        this.timers = timers;
    }

    @Override
    public CompletionStage<List<FeedPlace>> after(UserId reader, FeedPlace place, int max) {
        return bulkhead.run(() -> read(reader, place, max), MAX_WAIT, timers);
    }

    private CompletionStage<List<FeedPlace>> read(UserId reader, FeedPlace place, int max) {
        return follows.snapshot(reader, MAX_AUTHORS)
                .thenCompose(list -> list.followed().isEmpty()
                        ? CompletableFuture.completedStage(List.of())
                        : notes.after(list.followed(), place, max));
    }
}
