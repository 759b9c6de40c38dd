package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.MissedWrites;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.ShownNote;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/**
 * A user reads the notes of the authors whom the user follows now, newest first. Scrolling on meets no note twice, skips none that
 * was there throughout, and no page is shorter than asked for before the end.
 */
public final class ReadFeed {
    /** The authors of a feed; an adopted site may have users who follow more. */
    public static final int MAX_AUTHORS = 20_000;

    private final Follows follows;
    private final NotesOfAuthors stored;
    private final SeenPlaces seen;
    private final ShowNotes show;
    private final MissedWrites missed;

    public ReadFeed(Follows follows, NotesOfAuthors stored, SeenPlaces seen, ShowNotes show, MissedWrites missed) {
        this.follows = follows;
        this.stored = stored;
        this.seen = seen;
        this.show = show;
        this.missed = missed;
    }

    /**
     * A page of a feed.
     *
     * @param next after which the next page begins; empty at the end
     */
    public record Page(List<ShownNote> notes, Optional<FeedPlace> next) {}

    /** What is asked for, and of whom. */
    private record Query(UserId reader, List<UserId> authors, int size) {}

    /**
     * Reads a page. The first note of a feed that is read from a time on counts as seen.
     *
     * @param place after which it begins
     * @param skip this many notes of exactly the place's time are left out, for readers that know a place by its time alone
     * @param size notes at most
     */
    public CompletionStage<Page> read(UserId reader, FeedPlace place, int skip, int size) {
        return follows.snapshot(reader, MAX_AUTHORS)
                .thenCompose(followed -> followed.followed().isEmpty()
                        ? CompletableFuture.completedStage(new Page(List.of(), Optional.empty()))
                        : fill(new Query(reader, followed.followed(), size), place, skip, List.of()))
                .thenCompose(page -> page.notes().isEmpty() || !place.isTime() || skip > 0
                        ? CompletableFuture.completedStage(page)
                        : missed.answerAnyway(
                                "how far a feed was seen",
                                seen.advance(reader, placeOf(page.notes().getFirst())),
                                page));
    }

    private static FeedPlace placeOf(ShownNote shown) {
        return new FeedPlace(shown.note().createTime(), shown.note().id().value());
    }

    /** Goes on where notes were deleted between their places and their texts. */
    private CompletionStage<Page> fill(Query query, FeedPlace place, int skip, List<ShownNote> shown) {
        int missing = query.size - shown.size();
        return stored.after(query.authors, place, skip + missing + 1).thenCompose(found -> {
            List<FeedPlace> left = without(skip, place, found);
            List<FeedPlace> page = left.subList(0, Math.min(missing, left.size()));
            boolean isLast = left.size() <= missing;
            return show(page, query.reader).thenCompose(notes -> {
                List<ShownNote> all =
                        Stream.concat(shown.stream(), notes.stream()).toList();
                return isLast || all.size() == query.size
                        ? CompletableFuture.completedStage(
                                new Page(all, isLast ? Optional.empty() : Optional.of(page.getLast())))
                        : fill(query, page.getLast(), 0, all);
            });
        });
    }

    private static List<FeedPlace> without(int skip, FeedPlace place, List<FeedPlace> found) {
        long skipped = found.stream()
                .limit(skip)
                .takeWhile(one -> one.time().equals(place.time()))
                .count();
        return found.subList((int) skipped, found.size());
    }

    private CompletionStage<List<ShownNote>> show(List<FeedPlace> page, UserId reader) {
        return show.these(page.stream().map(one -> new NoteId(one.note())).toList(), reader);
    }
}
