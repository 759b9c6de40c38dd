package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public abstract class NotesOfAuthorsContract {
    private static final FeedPlace BEGIN = FeedPlace.before(Instant.parse("2037-01-01T00:00:00Z"));

    private final long first = ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50);

    protected abstract NotesOfAuthors feed();

    /** The notes that {@link #feed} reads. */
    protected abstract NoteRepository notes();

    /** A shop that is there. */
    protected abstract ShopId shop();

    private UserId author(long number) {
        return new UserId(first + number);
    }

    private List<UserId> authors(int count) {
        return LongStream.range(0, count).mapToObj(this::author).toList();
    }

    private NoteId publish(UserId author) {
        return await(notes().create(new NewNote(shop(), author, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    private static List<Long> numbers(List<FeedPlace> places) {
        return places.stream().map(FeedPlace::note).toList();
    }

    @Test
    void notesOfManyAuthorsComeInOneOrder() {
        List<Long> published = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            published.addFirst(publish(author(i % 75)).value());
        }
        var _ = publish(author(75));

        List<FeedPlace> all = await(feed().after(authors(75), BEGIN, 200));
        assertEquals(published, numbers(all));
        assertEquals(all.stream().sorted().toList(), all);
        assertEquals(all.subList(0, 7), await(feed().after(authors(75), BEGIN, 7)));
    }

    /** Many stand in the same second. */
    @Test
    void aPageBeginsAfterItsPlace() {
        for (int i = 0; i < 9; i++) {
            var _ = publish(author(i % 2));
        }
        List<FeedPlace> all = await(feed().after(authors(2), BEGIN, 10));
        List<FeedPlace> scrolled = new ArrayList<>();
        FeedPlace place = BEGIN;
        for (int page = 0; page < 5; page++) {
            List<FeedPlace> next = await(feed().after(authors(2), place, 2));
            scrolled.addAll(next);
            place = next.getLast();
        }
        assertEquals(all, scrolled);
        assertEquals(9, all.size());
        assertEquals(List.of(), await(feed().after(authors(2), place, 2)));
    }

    @Test
    void aTimeAloneIsAPlaceBeforeItsNotes() {
        NoteId note = publish(author(0));
        Instant time = await(notes().find(note)).orElseThrow().createTime();
        FeedPlace place = new FeedPlace(time, note.value());

        assertEquals(List.of(place), await(feed().after(authors(1), FeedPlace.before(time), 5)));
        assertEquals(List.of(place), await(feed().after(authors(1), FeedPlace.before(time.plusMillis(999)), 5)));
        assertEquals(List.of(), await(feed().after(authors(1), FeedPlace.before(time.minusMillis(1)), 5)));
        assertEquals(List.of(), await(feed().after(authors(1), place, 5)));
    }

    @Test
    void thoseThatAreNotDeletedAreCounted() {
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            published.add(publish(author(i % 2)));
        }
        List<FeedPlace> all = await(feed().after(authors(2), BEGIN, 10));
        assertEquals(9, await(feed().countExisting(all)));
        var _ = await(notes().delete(published.get(3), Optional.of(author(1))));
        assertEquals(8, await(feed().countExisting(all)));
        assertEquals(8, await(feed().after(authors(2), BEGIN, 10)).size());
        assertEquals(0, await(feed().countExisting(List.of(all.get(5)))));
        assertEquals(0, await(feed().countExisting(List.of())));
    }
}
