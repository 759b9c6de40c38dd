package io.nightmarket.domain.feed;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.InMemorySeenPlaces;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteLists;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.ShownNote;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadFeedTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final UserId READER = new UserId(1);
    private static final int SIZE = 5;

    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryFollows follows = new InMemoryFollows(_ -> true);
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
    private final Cache<NoteId, Note> cache = Readers.cache(clock);
    /** What is done to a note between the reading of places and that of texts. */
    private final List<NoteId> deletedWhileRead = new ArrayList<>();

    private final ReadFeed feed = new ReadFeed(follows, places(), new InMemorySeenPlaces(), shows(), (_, failure) -> {
        throw new AssertionError(failure);
    });

    private NotesOfAuthors places() {
        return new NotesOfAuthors() {
            @Override
            public CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max) {
                return notes.after(authors, place, max).thenApply(found -> {
                    deletedWhileRead.forEach(note -> delete(note));
                    deletedWhileRead.clear();
                    return found;
                });
            }

            @Override
            public CompletionStage<Integer> countBefore(List<UserId> authors, FeedPlace place, int max) {
                throw new AssertionError("a reader counts nothing");
            }
        };
    }

    private ShowNotes shows() {
        return new ShowNotes(
                Readers.of(cache, notes::find, (_, _) -> {}, clock, new ManualTimers()),
                new NoteLists(
                        _ -> CompletableFuture.failedStage(new AssertionError()),
                        _ -> CompletableFuture.failedStage(new AssertionError())),
                notes,
                new FindUserCard(Readers.of(
                        Readers.<UserId, UserCard>cache(clock),
                        _ -> CompletableFuture.completedStage(Optional.empty()),
                        (_, _) -> {},
                        clock,
                        new ManualTimers())),
                (_, _) -> CompletableFuture.completedStage(Map.of()),
                clock);
    }

    private NoteId publish(UserId author) {
        return await(notes.create(new NewNote(new ShopId(1), author, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    private void delete(NoteId id) {
        await(notes.find(id)).ifPresent(note -> {
            var _ = await(notes.delete(id, author(note)));
        });
        var _ = await(cache.invalidate(id));
    }

    private static UserId author(Note note) {
        return Optional.ofNullable(note.author()).orElseThrow();
    }

    private void follow(UserId author, boolean follow) {
        if (follow) {
            var _ = await(follows.follow(READER, author, 100));
        } else {
            var _ = await(follows.unfollow(READER, author));
        }
    }

    private ReadFeed.Page page(FeedPlace place) {
        return await(feed.read(READER, place, 0, SIZE));
    }

    private static List<NoteId> ids(List<ShownNote> notes) {
        return notes.stream().map(one -> one.note().id()).toList();
    }

    @Test
    void aUserWhoFollowsNoOneHasAnEmptyFeed() {
        var _ = publish(new UserId(2));
        assertEquals(new ReadFeed.Page(List.of(), Optional.empty()), page(FeedPlace.before(NOON.plusSeconds(1))));
    }

    @Test
    void aPageIsFullThoughNotesOfItAreDeletedWhileItIsRead() {
        follow(new UserId(2), true);
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            published.addFirst(publish(new UserId(2)));
        }
        deletedWhileRead.addAll(published.subList(1, 4));

        ReadFeed.Page first = page(FeedPlace.before(NOON));
        List<NoteId> left = new ArrayList<>(published);
        left.removeAll(published.subList(1, 4));
        assertEquals(left.subList(0, 5), ids(first.notes()));
        assertEquals(left.subList(5, 9), ids(page(first.next().orElseThrow()).notes()));
    }

    /** As readers scroll who know a place by its time, and how many notes of this time they saw. */
    @Test
    void scrollingByTimeMeetsEachNoteOfOneSecondOnce() {
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < 23; i++) {
            UserId author = new UserId(2 + i % 3);
            follow(author, true);
            published.addFirst(publish(author));
            clock.advance(Duration.ofMillis(i % 11 == 0 ? 1000 : 0));
        }
        List<NoteId> seen = new ArrayList<>();
        Instant last = clock.instant();
        int offset = 0;
        List<ShownNote> shown;
        do {
            shown = await(feed.read(READER, FeedPlace.before(last), offset, 4)).notes();
            seen.addAll(ids(shown));
            Instant smallest = shown.isEmpty() ? last : shown.getLast().note().createTime();
            int equal = (int) shown.stream()
                    .filter(one -> one.note().createTime().equals(smallest))
                    .count();
            offset = smallest.equals(last) ? offset + equal : equal;
            last = smallest;
        } while (!shown.isEmpty());
        assertEquals(published, seen);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whateverHappensMeanwhileNothingComesTwiceAndNothingIsSkipped(long seed) {
        Random random = new Random(seed);
        List<UserId> authors = LongStream.range(2, 12).mapToObj(UserId::new).toList();
        authors.forEach(author -> follow(author, random.nextBoolean()));
        for (int i = 0; i < 300; i++) {
            change(random, authors);
        }
        for (int scroll = 0; scroll < 5; scroll++) {
            scroll(random, authors);
        }
    }

    private void change(Random random, List<UserId> authors) {
        UserId author = authors.get(random.nextInt(authors.size()));
        switch (random.nextInt(10)) {
            case 0 -> follow(author, random.nextBoolean());
            case 1 -> delete(new NoteId(random.nextLong(1, 400)));
            case 2 -> clock.advance(Duration.ofMillis(random.nextLong(1500)));
            default -> {
                var _ = publish(author);
            }
        }
    }

    private Set<NoteId> followed(List<UserId> authors) {
        List<UserId> now = await(follows.snapshot(READER, 100)).followed();
        return new HashSet<>(await(notes.after(
                        authors.stream().filter(now::contains).toList(),
                        FeedPlace.before(clock.instant()),
                        Integer.MAX_VALUE))
                .stream()
                .map(place -> new NoteId(place.note()))
                .toList());
    }

    private void scroll(Random random, List<UserId> authors) {
        FeedPlace begin = FeedPlace.before(clock.instant());
        Set<NoteId> throughout = followed(authors);
        List<NoteId> seen = new ArrayList<>();
        List<FeedPlace> order = new ArrayList<>();
        Optional<FeedPlace> next = Optional.of(begin);
        while (next.isPresent()) {
            ReadFeed.Page page = page(next.get());
            assertTrue(page.next().isEmpty() || page.notes().size() == SIZE);
            page.notes().forEach(one -> {
                seen.add(one.note().id());
                order.add(new FeedPlace(one.note().createTime(), one.note().id().value()));
            });
            next = page.next();
            for (int i = random.nextInt(4); i > 0; i--) {
                change(random, authors);
                throughout.retainAll(followed(authors));
            }
        }
        assertEquals(seen.size(), new HashSet<>(seen).size());
        assertEquals(order.stream().sorted().toList(), order);
        assertTrue(seen.containsAll(throughout), () -> throughout + " are not all in " + seen);
    }
}
