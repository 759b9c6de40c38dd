package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.feed.FeedOutbox.PendingNote;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.follow.Follows.Follower;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Gatherers;

/**
 * Puts pending notes into the inboxes of their authors' followers. The notes of an author with many followers are pulled instead; the
 * inboxes learn it before the first such note leaves the outbox. Interrupted, or done twice, it does no harm.
 */
public final class FanOutNotes {
    private static final int BATCH = 100;
    private static final int MAX_BATCHES = 20;
    private static final int LANES = 8;
    private static final int FOLLOWERS = 500;

    private final FeedOutbox outbox;
    private final PulledAuthors pulled;
    private final Follows follows;
    private final Inboxes inboxes;
    private final FeedChanges changes;
    private final int maxPushed;

    /** @param maxPushed the notes of an author with more followers are pulled */
    public FanOutNotes(
            FeedOutbox outbox,
            PulledAuthors pulled,
            Follows follows,
            Inboxes inboxes,
            FeedChanges changes,
            int maxPushed) {
        this.outbox = outbox;
        this.pulled = pulled;
        this.follows = follows;
        this.inboxes = inboxes;
        this.changes = changes;
        this.maxPushed = maxPushed;
    }

    /** All pending notes, those first that were written first; {@value #MAX_BATCHES} times {@value #BATCH} at most. */
    public CompletionStage<Void> run() {
        return run(0, MAX_BATCHES, Optional.empty());
    }

    /** A note that fails holds up no other: the first failure is this call's once all were tried. */
    private CompletionStage<Void> run(long after, int batches, Optional<Throwable> earlier) {
        return outbox.oldest(after, BATCH)
                .thenCompose(notes -> notes.isEmpty() || batches == 0
                        ? OneByOne.failIfAny(earlier)
                        : OneByOne.tryAll(LANES, notes, this::fanOut)
                                .thenCompose(failure ->
                                        run(notes.getLast().place().note(), batches - 1, earlier.or(() -> failure))));
    }

    private CompletionStage<Void> fanOut(PendingNote note) {
        UserId author = note.author();
        return pulled.versions(List.of(author))
                .thenCompose(versions -> Optional.ofNullable(versions.get(author))
                        .map(version -> pull(author, version))
                        .orElseGet(() -> follows.countFollowers(author)
                                .thenCompose(followers -> followers > maxPushed
                                        ? pulled.add(author).thenCompose(_ -> pull(author, PulledAuthors.BEGINNING))
                                        : push(author, lists -> pushNote(lists, note.place())))))
                .thenCompose(_ -> outbox.finish(note));
    }

    private CompletionStage<Void> pushNote(List<Version> lists, FeedPlace note) {
        return inboxes.push(lists, note)
                .thenAccept(_ -> lists.stream()
                        .map(Version::follower)
                        .gather(Gatherers.windowFixed(FeedChanges.MAX_READERS))
                        .forEach(changes::changed));
    }

    private CompletionStage<Void> pull(UserId author, long version) {
        CompletionStage<Void> known = version == PulledAuthors.BEGINNING
                ? push(author, lists -> inboxes.pushPulled(lists, author))
                : CompletableFuture.completedStage(null);
        return known.thenCompose(_ -> pulled.raise(author)).thenAccept(_ -> changes.published(author));
    }

    private CompletionStage<Void> push(UserId author, Function<List<Version>, CompletionStage<Void>> pushing) {
        return push(author, 0, pushing);
    }

    private CompletionStage<Void> push(
            UserId author, long after, Function<List<Version>, CompletionStage<Void>> pushing) {
        return follows.followersAfter(author, after, FOLLOWERS)
                .thenCompose(followers -> followers.isEmpty()
                        ? CompletableFuture.completedStage(null)
                        : pushing.apply(followers.stream().map(Follower::list).toList())
                                .thenCompose(
                                        _ -> push(author, followers.getLast().number(), pushing)));
    }
}
