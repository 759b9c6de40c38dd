package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.follow.Follows.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Reads from the database what inboxes are loaded with, a few at once. */
public final class LoadInbox {
    /** The inbox of a reader who follows more has no notes, and no page is within it. */
    static final int MAX_AUTHORS = 2_000;

    /** Few readers go on to older notes, which are read from their rows; an inbox grows by what is pushed. */
    private static final int MAX_LOADED = 200;

    /** Rows that a load reads at most: the more authors, the fewer notes are loaded. */
    private static final int MAX_ROWS = 50_000;

    private static final int LOADS = 4;
    private static final int WAITING = 1_000;
    /** How long a reader waits for a load; then it reads rows. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final Follows follows;
    private final NotesOfAuthors notes;
    private final PulledAuthors pulled;
    private final Timers timers;
    private final Bulkhead bulkhead = new Bulkhead(LOADS, WAITING);

    public LoadInbox(Follows follows, NotesOfAuthors notes, PulledAuthors pulled, Timers timers) {
        this.follows = follows;
        this.notes = notes;
        this.pulled = pulled;
        this.timers = timers;
    }

    /** Empty when the reader has no list of this version. Fails with {@code Unavailable} when too many wait, or for too long. */
    CompletionStage<Optional<Loaded>> load(Version inbox) {
        return bulkhead.run(
                () -> follows.snapshot(inbox.follower(), MAX_AUTHORS)
                        .thenCompose(list -> list.version() == inbox.number()
                                ? read(list).thenApply(Optional::of)
                                : CompletableFuture.completedStage(Optional.empty())),
                MAX_WAIT,
                timers);
    }

    private CompletionStage<Loaded> read(Snapshot list) {
        List<UserId> followed = list.followed();
        if (followed.isEmpty() || !list.isWhole()) {
            return CompletableFuture.completedStage(new Loaded(List.of(), list.isWhole(), List.of(), List.of()));
        }
        int max = Math.min(MAX_LOADED, MAX_ROWS / followed.size());
        return notes.after(followed, FeedPlace.BEGIN, max + 1)
                .thenCombine(
                        pulled.versions(followed),
                        (found, versions) -> new Loaded(
                                found.subList(0, Math.min(found.size(), max)),
                                found.size() <= max,
                                List.copyOf(versions.keySet()),
                                followed));
    }
}
