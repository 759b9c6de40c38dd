package io.nightmarket.http.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.domain.note.ShownNote;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.note.NoteView;
import io.nightmarket.http.note.NoteViews;
import io.nightmarket.http.request.Cursor;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A user reads the notes of those whom the user follows. A cursor is exact. The existing front end knows a place by its time and by
 * how many notes of this time it saw: a note that comes, or goes, in this very second shifts what it sees next.
 */
public final class FeedRoutes implements Routes {
    private static final long USUAL_SIZE = 10;

    private final ReadFeed feed;
    private final CountUnread unread;
    private final Limit limit;
    private final NoteViews views;
    private final Clock clock;

    /** @param clock where a feed begins */
    public FeedRoutes(SharedHttpState share, ReadFeed feed, CountUnread unread, Clock clock) {
        this.feed = feed;
        this.unread = unread;
        this.limit = share.limits().reads();
        this.views = share.noteViews();
        this.clock = clock;
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options readers = Options.USERS.hot().limitedBy(limit);
        endpoints.bind("countUnread", readers, this::countUnread);
        endpoints.bind("readFeed", readers.withCheck(), this::read);
    }

    private CompletionStage<Answer> countUnread(Request request) {
        return unread.count(request.session().user()).thenApply(Answer::of);
    }

    private CompletionStage<Answer> read(Request request) {
        UserId reader = request.session().user();
        int size = (int) (long) Objects.requireNonNullElse(request.wholeInQuery("size"), USUAL_SIZE);
        Optional<FeedPlace> cursor =
                Cursor.read(request.context(), (time, note) -> new FeedPlace(Instant.ofEpochMilli(time), note));
        return cursor.map(place -> feed.read(reader, place, 0, size).thenApply(page -> answer(page, place.time(), 0)))
                .orElseGet(() -> scroll(request, reader, size));
    }

    private CompletionStage<Answer> scroll(Request request, UserId reader, int size) {
        Instant last = Optional.ofNullable(request.wholeInQuery("lastId"))
                .map(Instant::ofEpochMilli)
                .orElseGet(clock::instant);
        int offset = (int) (long) Objects.requireNonNullElse(request.wholeInQuery("offset"), 0L);
        return feed.read(reader, FeedPlace.before(last), offset, size).thenApply(page -> answer(page, last, offset));
    }

    /**
     * A page.
     *
     * @param minTime the time of its last note, epoch milliseconds
     * @param offset how many notes of this time were shown
     * @param cursor the next page's cursor, null on the last
     */
    record PageView(
            List<NoteView> list,
            long minTime,
            int offset,
            @Nullable String cursor) {}

    private Answer answer(ReadFeed.Page page, Instant last, int offset) {
        if (page.notes().isEmpty()) {
            return Answer.DONE;
        }
        Instant smallest = page.notes().getLast().note().createTime();
        int equal = (int) page.notes().stream()
                .map(ShownNote::note)
                .filter(note -> note.createTime().equals(smallest))
                .count();
        return Answer.of(new PageView(
                page.notes().stream().map(views::show).toList(),
                smallest.toEpochMilli(),
                smallest.equals(last) ? offset + equal : equal,
                page.next()
                        .map(next -> Cursor.write(next.time().toEpochMilli(), next.note()))
                        .orElse(null)));
    }
}
