package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.RecentlyUsed;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.ShownNote;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * A user reads the notes of the authors whom the user follows now, newest first. Scrolling on meets no note twice, skips none that
 * was there throughout, and no page is shorter than asked for before the end.
 */
public final class ReadFeed {
    private static final int MAX_WRITTEN = 20_000;

    /** The most notes of one time that one read skips. */
    private static final int MAX_SKIPPED = 1_000;

    private final FeedPlaces places;
    private final FeedPlaces rows;
    private final SeenPlaces seen;
    private final ShowNotes show;
    private final FeedChanges changes;
    private final MissedWrites missed;
    private final RecentlyUsed<UserId, FeedPlace> written = new RecentlyUsed<>(MAX_WRITTEN);

    /** @param rows the places of notes that are not deleted */
    public ReadFeed(
            FeedPlaces places,
            FeedPlaces rows,
            SeenPlaces seen,
            ShowNotes show,
            FeedChanges changes,
            MissedWrites missed) {
        this.places = places;
        this.rows = rows;
        this.seen = seen;
        this.show = show;
        this.changes = changes;
        this.missed = missed;
    }

    /**
     * A page of a feed.
     *
     * @param next after which the next page begins; empty at the end
     */
    public record Page(List<ShownNote> notes, Optional<FeedPlace> next) {}

    /** What is asked for, and of whom. */
    private record Query(UserId reader, int size) {}

    /**
     * Reads a page. The first note of a feed that is read from a time on counts as seen.
     *
     * @param place after which it begins
     * @param skip this many notes of exactly the place's time are left out, for readers that know a place by its time alone
     * @param size notes at most
     */
    public CompletionStage<Page> read(UserId reader, FeedPlace place, int skip, int size) {
        return skip > MAX_SKIPPED ? pass(reader, place, skip, size) : readNear(reader, place, skip, size);
    }

    /** Passes notes of the place's time in their rows, step by step: no read is longer than a step, however many there are. */
    private CompletionStage<Page> pass(UserId reader, FeedPlace place, int skip, int size) {
        return rows.after(reader, place, MAX_SKIPPED).thenCompose(found -> {
            int passed = (int) leading(found, MAX_SKIPPED, place.time());
            FeedPlace last = passed == 0 ? place : found.get(passed - 1);
            return read(reader, last, passed < MAX_SKIPPED ? 0 : skip - passed, size);
        });
    }

    private CompletionStage<Page> readNear(UserId reader, FeedPlace place, int skip, int size) {
        return fill(new Query(reader, size), places, place, skip, List.of())
                .thenCompose(page -> page.notes().isEmpty() || !place.isTime() || skip > 0
                        ? CompletableFuture.completedStage(page)
                        : missed.answerAnyway(
                                "how far a feed was seen",
                                see(reader, placeOf(page.notes().getFirst())),
                                page));
    }

    /** Does not write again what this node wrote. */
    private CompletionStage<Void> see(UserId reader, FeedPlace place) {
        return written.find(reader)
                .filter(known -> known.compareTo(place) <= 0)
                .map(_ -> CompletableFuture.<Void>completedStage(null))
                .orElseGet(() -> seen.advance(reader, place).thenAccept(_ -> {
                    written.merge(reader, place, (known, other) -> known.compareTo(other) < 0 ? known : other);
                    changes.changed(List.of(reader));
                }));
    }

    private static FeedPlace placeOf(ShownNote shown) {
        return new FeedPlace(shown.note().createTime(), shown.note().id().value());
    }

    /** Goes on, from the rows of notes, where notes were deleted: their places may still be elsewhere, and count for nothing. */
    private CompletionStage<Page> fill(Query query, FeedPlaces from, FeedPlace place, int skip, List<ShownNote> shown) {
        int missing = query.size - shown.size();
        return from.after(query.reader, place, skip + missing + 1).thenCompose(found -> {
            int most = missing + (int) leading(found, skip, place.time());
            List<FeedPlace> page = found.subList(0, Math.min(most, found.size()));
            boolean isLast = found.size() <= most;
            return show(page, query.reader).thenCompose(notes -> {
                int skipped =
                        (int) leading(notes.stream().map(ReadFeed::placeOf).toList(), skip, place.time());
                List<ShownNote> all = Stream.concat(
                                shown.stream(), notes.stream().skip(skipped))
                        .toList();
                if (isLast || all.size() == query.size) {
                    return CompletableFuture.completedStage(
                            new Page(all, isLast ? Optional.empty() : Optional.of(page.getLast())));
                }
                boolean isSameTime = page.getLast().time().equals(place.time());
                return fill(query, rows, page.getLast(), isSameTime ? skip - skipped : 0, all);
            });
        });
    }

    /** How many of the first have exactly this time. */
    private static long leading(List<FeedPlace> places, int max, Instant time) {
        return places.stream()
                .limit(max)
                .takeWhile(one -> one.time().equals(time))
                .count();
    }

    /** A note whose time is not that of its place is another one: its number was given again after commits were lost. */
    private CompletionStage<List<ShownNote>> show(List<FeedPlace> page, UserId reader) {
        Set<FeedPlace> known = Set.copyOf(page);
        return show.these(page.stream().map(one -> new NoteId(one.note())).toList(), reader)
                .thenApply(notes -> notes.stream()
                        .filter(one -> known.contains(placeOf(one)))
                        .toList());
    }
}
