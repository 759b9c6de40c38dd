package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.LoadedReads;
import io.nightmarket.domain.feed.FeedOutbox.Pending;
import io.nightmarket.domain.feed.FeedOutbox.PendingNote;
import io.nightmarket.domain.feed.Inboxes.Contents;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Reads feeds from inboxes, pending notes, and the notes of pulled authors. The outbox is read before the inbox: a note that is not
 * in the one any more is in the other. Where an inbox is not loaded or does not reach, the rows of notes are read.
 */
public final class InboxFeed implements FeedPlaces {
    /** Calls under way at once, of those who share this: a slow one does not hold up the next group of readers. */
    private static final int CALLS = 2;

    private static final int BATCH = 200;
    private static final int QUEUE = 10_000;

    /** The feed of a reader who follows more pulled authors is read from the rows of notes. */
    private static final int MAX_PULLED = 100;

    private final GroupCommit<UserId, Pending> pending;
    private final Inboxes inboxes;
    private final PulledNotes pulled;
    private final LoadedReads<Version, Loaded> loading;
    private final FeedPlaces rows;
    private final FeedMeter meter;

    /** @param random jitters pauses */
    public InboxFeed(
            FeedOutbox outbox,
            Inboxes inboxes,
            PulledNotes pulled,
            LoadInbox loading,
            FeedPlaces rows,
            FeedMeter meter,
            MissedWrites missed,
            Timers timers,
            RandomGenerator random) {
        this.pending = new GroupCommit<>(outbox::pending, CALLS, BATCH, QUEUE);
        this.inboxes = inboxes;
        this.pulled = pulled;
        this.loading = new LoadedReads<>(
                inboxes,
                inbox -> loading.load(inbox)
                        .whenComplete((_, failure) -> {
                            if (failure != null) {
                                missed.note("an inbox", DomainFailure.causeOf(failure));
                            }
                        })
                        .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty())),
                LoadedReads.SHORT_WAIT,
                missed,
                timers,
                random);
        this.rows = rows;
        this.meter = meter;
    }

    /** What is read, and beside which pending notes. */
    private record Query(Version inbox, List<PendingNote> pending, FeedPlace place, int max) {
        Query {
            pending = pending.stream()
                    .filter(note -> note.place().compareTo(place) > 0)
                    .toList();
        }

        List<UserId> authors() {
            return pending.stream().map(PendingNote::author).distinct().toList();
        }
    }

    @Override
    public CompletionStage<List<FeedPlace>> after(UserId reader, FeedPlace place, int max) {
        return pending.submit(reader)
                .thenCompose(pending -> pending.areAll()
                        ? read(new Query(new Version(reader, pending.version()), pending.pending(), place, max))
                        : CompletableFuture.completedStage(Optional.empty()))
                .thenCompose(found ->
                        found.map(CompletableFuture::completedStage).orElseGet(() -> readRows(reader, place, max)));
    }

    private CompletionStage<List<FeedPlace>> readRows(UserId reader, FeedPlace place, int max) {
        meter.readFromRows();
        return rows.after(reader, place, max);
    }

    private CompletionStage<Optional<List<FeedPlace>>> read(Query query) {
        return loading.read(query.inbox, () -> inboxes.read(query.inbox, query.place, query.max, query.authors()))
                .thenCompose(found -> found.map(contents -> merge(query, contents))
                        .orElseGet(() -> CompletableFuture.completedStage(Optional.empty())))
                .exceptionallyCompose(DomainFailure.fallBackOn(Optional.empty()));
    }

    private CompletionStage<Optional<List<FeedPlace>>> merge(Query query, Contents contents) {
        if (!contents.areEnough() || contents.pulled().size() > MAX_PULLED) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        if (query.pending.isEmpty() && contents.pulled().isEmpty()) {
            return CompletableFuture.completedStage(Optional.of(contents.places()));
        }
        Stream<FeedPlace> pending = query.pending.stream()
                .filter(note -> contents.followed().contains(note.author()))
                .map(PendingNote::place);
        return pulled.after(contents.pulled(), query.place, query.max)
                .thenApply(
                        found -> found.map(ofPulled -> Stream.of(contents.places().stream(), pending, ofPulled.stream())
                                .flatMap(places -> places)
                                .distinct()
                                .sorted()
                                .limit(query.max)
                                .toList()));
    }
}
