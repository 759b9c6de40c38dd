package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/** Loads inboxes from the database, a few at once. */
public final class LoadInbox {
    /** A reader who follows more has no inbox. */
    static final int MAX_AUTHORS = 2_000;

    /** Few readers go on to older notes, which are read from their rows; an inbox grows by what is pushed. */
    private static final int MAX_LOADED = 200;

    /** Rows that a load reads at most: the more authors, the fewer notes are loaded. */
    private static final int MAX_ROWS = 50_000;

    private static final int LOADS = 4;
    private static final int WAITING = 1_000;
    /** Who waited for longer reads rows. */
    private static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final Follows follows;
    private final NotesOfAuthors notes;
    private final PulledAuthors pulled;
    private final Inboxes inboxes;
    private final RandomGenerator random;
    private final MissedWrites missed;
    private final Timers timers;
    private final SingleFlight<Version, Void> loads = new SingleFlight<>();
    private final Bulkhead bulkhead = new Bulkhead(LOADS, WAITING);

    /** @param random names loads */
    public LoadInbox(
            Follows follows,
            NotesOfAuthors notes,
            PulledAuthors pulled,
            Inboxes inboxes,
            RandomGenerator random,
            MissedWrites missed,
            Timers timers) {
        this.follows = follows;
        this.notes = notes;
        this.pulled = pulled;
        this.inboxes = inboxes;
        this.random = random;
        this.missed = missed;
        this.timers = timers;
    }

    /** Loads the inbox, unless it changed meanwhile or another load is under way. Never fails: the next reader tries again. */
    public CompletionStage<Void> load(Version inbox) {
        CompletionStage<Void> loaded = loads.run(inbox, _ -> bulkhead.run(() -> begin(inbox), MAX_WAIT, timers));
        return missed.answerAnyway("an inbox", loaded, inbox).thenAccept(_ -> {});
    }

    private CompletionStage<Void> begin(Version inbox) {
        String load = Long.toHexString(random.nextLong());
        return inboxes.beginLoad(inbox, load)
                .thenCompose(begun -> begun ? load(inbox, load) : CompletableFuture.completedStage(null));
    }

    private CompletionStage<Void> load(Version inbox, String load) {
        return follows.snapshot(inbox.follower(), MAX_AUTHORS)
                .thenCompose(list -> list.isWhole() && list.version() == inbox.number()
                        ? read(list.followed())
                                .thenCompose(loaded -> inboxes.store(inbox, load, loaded))
                                .thenAccept(_ -> {})
                        : CompletableFuture.completedStage(null));
    }

    private CompletionStage<Loaded> read(List<UserId> followed) {
        if (followed.isEmpty()) {
            return CompletableFuture.completedStage(new Loaded(List.of(), true, List.of(), List.of()));
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
