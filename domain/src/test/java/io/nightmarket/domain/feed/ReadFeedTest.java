package io.nightmarket.domain.feed;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.memory.ImpatientTimers;
import io.nightmarket.domain.memory.InMemoryFeedOutbox;
import io.nightmarket.domain.memory.InMemoryFollows;
import io.nightmarket.domain.memory.InMemoryInboxes;
import io.nightmarket.domain.memory.InMemoryLikeSets;
import io.nightmarket.domain.memory.InMemoryLikes;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.InMemoryPulledAuthors;
import io.nightmarket.domain.memory.InMemorySeenPlaces;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.memory.Readers;
import io.nightmarket.domain.memory.RecordedFeedChanges;
import io.nightmarket.domain.memory.RecordedFeedMeter;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.ReadLikes;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.domain.note.ShownNote;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.simulation.Changed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadFeedTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final UserId READER = new UserId(1);
    private static final UserId AUTHOR = new UserId(2);
    private static final int SIZE = 5;

    private static final int MAX_PUSHED = 2;

    private final ManualClock clock = new ManualClock(NOON);
    private final InMemoryFollows follows = new InMemoryFollows(_ -> true);
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
    private final InMemoryFeedOutbox outbox = new InMemoryFeedOutbox(notes, follows);
    private final InMemoryInboxes inboxes = new InMemoryInboxes();
    private final InMemoryPulledAuthors pulled = new InMemoryPulledAuthors();
    private final Cache<NoteId, Note> cache = Readers.cache(clock);
    private final Random random = new Random(1);
    private final RecordedFeedChanges changes = new RecordedFeedChanges();
    private final RecordedFeedMeter meter = new RecordedFeedMeter();

    /** Happens before and after each call of a port, unless it makes calls itself. */
    private Runnable meanwhile = () -> {};

    private int depth;

    /** How often a list of followed authors was read. */
    private long snapshots;

    private final FanOutNotes fanOut = new FanOutNotes(
            port(FeedOutbox.class, outbox),
            port(PulledAuthors.class, pulled),
            port(Follows.class, follows),
            port(Inboxes.class, inboxes),
            changes,
            MAX_PUSHED);

    private final ReadFeed feed =
            new ReadFeed(inboxFeed(), rows(), new InMemorySeenPlaces(), shows(), changes, this::missed);

    private void missed(String what, Throwable failure) {
        throw new AssertionError(what, failure);
    }

    private FeedPlaces inboxFeed() {
        NotesOfAuthors places = port(NotesOfAuthors.class, notes);
        return new InboxFeed(
                port(FeedOutbox.class, outbox),
                port(Inboxes.class, inboxes),
                new PulledNotes(places, port(PulledAuthors.class, pulled)),
                new LoadInbox(
                        port(Follows.class, follows), places, port(PulledAuthors.class, pulled), new ManualTimers()),
                rows(),
                meter,
                this::missed,
                new ImpatientTimers(),
                random);
    }

    private FeedPlaces rows() {
        return new StoredFeed(port(Follows.class, follows), port(NotesOfAuthors.class, notes), new ManualTimers());
    }

    /** The port, with what happens meanwhile. */
    private <T> T port(Class<T> type, T target) {
        return Changed.calls(type, (_, method, arguments) -> {
            snapshots += method.getName().equals("snapshot") ? 1 : 0;
            happen();
            Object answer = Changed.invoke(target, method, arguments);
            happen();
            return answer;
        });
    }

    private void happen() {
        if (depth < 2) {
            depth++;
            meanwhile.run();
            depth--;
        }
    }

    private ShowNotes shows() {
        return new ShowNotes(
                Readers.of(cache, notes::find, (_, _) -> {}, clock, new ManualTimers()),
                _ -> CompletableFuture.failedStage(new AssertionError()),
                _ -> CompletableFuture.failedStage(new AssertionError()),
                notes,
                new FindUserCard(Readers.of(
                        Readers.<UserId, UserCard>cache(clock),
                        _ -> CompletableFuture.completedStage(Optional.empty()),
                        (_, _) -> {},
                        clock,
                        new ManualTimers())),
                new ReadLikes(
                        new InMemoryLikes(notes, clock),
                        new InMemoryLikeSets(),
                        (_, _) -> {},
                        new ManualTimers(),
                        new Random(1)),
                clock);
    }

    private NoteId publish(UserId author) {
        return await(notes.create(new NewNote(new ShopId(1), author, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    /** The newest first. */
    private List<NoteId> publish(int count) {
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            published.addFirst(publish(AUTHOR));
        }
        return published;
    }

    private void delete(NoteId id) {
        await(notes.find(id)).ifPresent(note -> {
            var _ = await(notes.delete(id, Optional.of(author(note))));
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
        var _ = publish(AUTHOR);
        assertEquals(new ReadFeed.Page(List.of(), Optional.empty()), page(FeedPlace.before(NOON.plusSeconds(1))));
    }

    @Test
    void aPageIsFullThoughNotesOfItAreDeletedWhileItIsRead() {
        follow(AUTHOR, true);
        List<NoteId> published = publish(12);
        List<NoteId> deleted = new ArrayList<>(published.subList(1, 4));
        List<NoteId> left = new ArrayList<>(published);
        left.removeAll(deleted);
        meanwhile = () -> {
            List<NoteId> now = List.copyOf(deleted);
            deleted.clear();
            now.forEach(this::delete);
        };

        ReadFeed.Page first = page(FeedPlace.before(NOON));
        assertEquals(left.subList(0, 5), ids(first.notes()));
        assertEquals(left.subList(5, 9), ids(page(first.next().orElseThrow()).notes()));
    }

    /** Their places are in the inbox for a while. */
    @Test
    void deletedNotesCountForNothingWhereNotesOfOneSecondAreSkipped() {
        follow(AUTHOR, true);
        List<NoteId> published = publish(8);
        var _ = page(FeedPlace.before(NOON));
        delete(published.get(0));
        assertEquals(published.subList(1, 4), ids(skipping(0, 3)));
        assertEquals(published.subList(4, 6), ids(skipping(3, 2)));
        assertEquals(published.subList(6, 8), ids(skipping(5, 9)));
        assertEquals(List.of(), skipping(7, 2));
    }

    /** As bulk imports leave them; a reader that knows a place by time and number of notes sees each once. */
    @Test
    void thousandsOfNotesOfOneSecondAreAllSeen() {
        follow(AUTHOR, true);
        NoteId old = publish(AUTHOR);
        clock.advance(Duration.ofSeconds(1));
        List<NoteId> published = publish(2_345);
        List<NoteId> seen = new ArrayList<>();
        FeedPlace place = FeedPlace.before(clock.instant());
        while (seen.size() < published.size()) {
            seen.addAll(ids(await(feed.read(READER, place, seen.size(), 50)).notes()));
        }
        published.add(old);
        assertEquals(published.subList(0, seen.size()), seen);
        assertEquals(
                List.of(old), ids(await(feed.read(READER, place, 2_345, 50)).notes()));
        assertEquals(
                List.of(old), ids(await(feed.read(READER, place, 9_999, 50)).notes()));
        published.subList(0, 1_500).forEach(this::delete);
        assertEquals(
                published.subList(1_500, 1_505),
                ids(await(feed.read(READER, place, 0, SIZE)).notes()));
    }

    /** What is skipped is of the second that was asked for, not of that in which the deleted ones end. */
    @Test
    void whereDeletedNotesEndWithinAnotherSecondNothingIsSkipped() {
        follow(AUTHOR, true);
        NoteId left = publish(AUTHOR);
        List<NoteId> deleted = publish(7);
        clock.advance(Duration.ofSeconds(1));
        var _ = page(FeedPlace.before(clock.instant()));
        deleted.forEach(this::delete);
        assertEquals(
                List.of(left),
                ids(await(feed.read(READER, FeedPlace.before(clock.instant()), 1, 2))
                        .notes()));
    }

    @Test
    void deletedNotesAreNotUnread() {
        follow(AUTHOR, true);
        CountUnread unread = new CountUnread(inboxFeed(), rows(), notes, new InMemorySeenPlaces());
        assertEquals(0, await(unread.count(READER)));
        List<NoteId> published = publish(120);
        assertEquals(CountUnread.MAX, await(unread.count(READER)));
        published.subList(0, 100).forEach(this::delete);
        assertEquals(20, await(unread.count(READER)));
    }

    private List<ShownNote> skipping(int skip, int size) {
        return await(feed.read(READER, FeedPlace.before(NOON), skip, size)).notes();
    }

    @Test
    void anInboxAnswersWithoutTheRowsOfNotes() {
        follow(AUTHOR, true);
        NoteId first = publish(AUTHOR);
        var _ = page(FeedPlace.before(NOON));
        NoteId second = publish(AUTHOR);
        await(fanOut.run());
        assertEquals(List.of(), notesPending());
        Inboxes.Contents contents = await(
                        inboxes.read(new FollowSets.Version(READER, 1), FeedPlace.BEGIN, 5, List.of()))
                .orElseThrow();
        assertEquals(List.of(place(second), place(first)), contents.places());
    }

    @Test
    void aNoteWhoseFanOutFailsHoldsUpNoOther() {
        UserId failing = new UserId(2);
        follow(failing, true);
        follow(new UserId(3), true);
        List<NoteId> failed = Stream.generate(() -> publish(failing)).limit(101).toList();
        var _ = publish(new UserId(3));
        Follows broken = Changed.method(
                Follows.class,
                follows,
                "countFollowers",
                (arguments, counted) -> failing.equals(arguments[0])
                        ? CompletableFuture.failedStage(new TimedOut("too many to count"))
                        : counted);
        FanOutNotes fanOutOfOthers = new FanOutNotes(outbox, pulled, broken, inboxes, changes, MAX_PUSHED);
        assertInstanceOf(TimedOut.class, failureOf(fanOutOfOthers.run()));
        assertEquals(
                failed.stream()
                        .map(note -> new FeedOutbox.PendingNote(failing, place(note)))
                        .toList(),
                await(outbox.oldest(0, 200)));
    }

    @Test
    void readersAreNotifiedInPartsOnceTheirInboxesHaveANote() {
        FanOutNotes pushing = new FanOutNotes(outbox, pulled, follows, inboxes, changes, 1_000);
        List<UserId> readers = LongStream.range(100, 100 + FeedChanges.MAX_READERS + 2)
                .mapToObj(UserId::new)
                .toList();
        for (UserId each : readers) {
            var _ = await(follows.follow(each, AUTHOR, 9));
        }
        var _ = publish(AUTHOR);
        assertEquals(List.of(), notified());
        await(pushing.run());
        List<Object> parts = notified();
        assertEquals(
                List.of(readers.subList(0, FeedChanges.MAX_READERS), readers.subList(FeedChanges.MAX_READERS, 130)),
                parts);
    }

    @Test
    void ofAPulledAuthorOneNotificationIsMade() {
        for (long reader = 100; reader <= 100 + MAX_PUSHED; reader++) {
            var _ = await(follows.follow(new UserId(reader), AUTHOR, 9));
        }
        var _ = publish(AUTHOR);
        await(fanOut.run());
        assertEquals(List.of(AUTHOR), notified());
        var _ = publish(AUTHOR);
        await(fanOut.run());
        assertEquals(List.of(AUTHOR), notified());
    }

    @Test
    void aReaderWhoSawMoreIsNotified() {
        follow(AUTHOR, true);
        var _ = publish(AUTHOR);
        var _ = page(FeedPlace.before(NOON));
        assertEquals(List.of(List.of(READER)), notified());
        var _ = page(FeedPlace.before(NOON));
        assertEquals(List.of(), notified());
    }

    private List<Object> notified() {
        List<Object> notified = new ArrayList<>();
        changes.notifications().drainTo(notified);
        return notified;
    }

    @Test
    void whatNoInboxServesIsMeasured() {
        follow(AUTHOR, true);
        var _ = publish(AUTHOR);
        var _ = page(FeedPlace.before(NOON));
        assertEquals(0, meter.readsFromRows());
        var _ = publish(FeedOutbox.MAX_PENDING);
        var _ = page(FeedPlace.before(NOON));
        assertEquals(1, meter.readsFromRows());
    }

    /** A node remembers that by an inbox without notes. */
    @Test
    void aReaderWhoFollowsTooManyIsReadFromRows() {
        for (long author = 2; author <= LoadInbox.MAX_AUTHORS + 2; author++) {
            var _ = await(follows.follow(READER, new UserId(author), 9_999));
        }
        NoteId note = publish(AUTHOR);
        assertEquals(List.of(note), ids(page(FeedPlace.before(NOON)).notes()));
        long asked = snapshots;
        assertEquals(List.of(note), ids(page(FeedPlace.before(NOON)).notes()));
        assertEquals(2, meter.readsFromRows());
        assertEquals(asked + 1, snapshots, "by the rows alone");
    }

    @Test
    void aLoadThatFailsIsNotedAndReadFromRows() {
        follow(AUTHOR, true);
        NoteId note = publish(AUTHOR);
        NotesOfAuthors away = Changed.away(NotesOfAuthors.class);
        List<String> noted = new ArrayList<>();
        FeedPlaces places = new InboxFeed(
                outbox,
                inboxes,
                new PulledNotes(notes, pulled),
                new LoadInbox(follows, away, pulled, new ImpatientTimers()),
                rows(),
                meter,
                (what, _) -> noted.add(what),
                new ImpatientTimers(),
                random);
        assertEquals(List.of(place(note)), await(places.after(READER, FeedPlace.BEGIN, 5)));
        assertEquals(List.of("an inbox"), noted);
    }

    @Test
    void whatWaitsForItsFanOutIsMeasured() {
        MeasureOutbox measuring = new MeasureOutbox(outbox, meter, clock);
        await(measuring.run());
        var _ = publish(AUTHOR);
        clock.advance(Duration.ofSeconds(3));
        var _ = publish(AUTHOR);
        await(measuring.run());
        clock.advance(Duration.ofSeconds(-4));
        await(measuring.run());
        assertEquals(
                List.of(
                        new RecordedFeedMeter.Pending(0, Duration.ZERO),
                        new RecordedFeedMeter.Pending(2, Duration.ofSeconds(3)),
                        new RecordedFeedMeter.Pending(2, Duration.ZERO)),
                meter.pending());
    }

    private List<FeedOutbox.PendingNote> notesPending() {
        return await(outbox.oldest(0, 9));
    }

    private static FeedPlace place(NoteId note) {
        return new FeedPlace(NOON, note.value());
    }

    @Test
    void anAuthorWithManyFollowersIsPulled() {
        follow(AUTHOR, true);
        var _ = publish(AUTHOR);
        var _ = page(FeedPlace.before(NOON));
        await(fanOut.run());
        for (long other = 100; other < 100 + MAX_PUSHED; other++) {
            var _ = await(follows.follow(new UserId(other), AUTHOR, 9));
        }
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            published.addFirst(publish(AUTHOR));
            await(fanOut.run());
        }
        Inboxes.Contents contents = await(
                        inboxes.read(new FollowSets.Version(READER, 1), FeedPlace.BEGIN, 5, List.of()))
                .orElseThrow();
        assertEquals(List.of(AUTHOR), contents.pulled());
        assertEquals(List.of(place(new NoteId(1))), contents.places());
        assertEquals(published, ids(page(FeedPlace.before(NOON)).notes()));
        delete(published.get(1));
        published.remove(1);
        assertEquals(published, ids(page(FeedPlace.before(NOON)).notes()).subList(0, 4));
    }

    @Test
    void thereIsNoSeamWhereTheInboxEnds() {
        follow(AUTHOR, true);
        List<NoteId> published = new ArrayList<>();
        for (int i = 0; i < 2 * Inboxes.MAX_NOTES; i++) {
            published.addFirst(publish(AUTHOR));
            clock.advance(Duration.ofMillis(i % 7 * 100L));
        }
        List<NoteId> seen = new ArrayList<>();
        Optional<FeedPlace> next = Optional.of(FeedPlace.before(clock.instant()));
        while (next.isPresent()) {
            ReadFeed.Page page = await(feed.read(READER, next.get(), 0, 17));
            seen.addAll(ids(page.notes()));
            next = page.next();
        }
        assertEquals(published, seen);
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
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void whateverHappensMeanwhileNothingComesTwiceAndNothingIsSkipped(int seed) {
        Changes changes = new Changes(new Random(seed));
        for (int i = 0; i < 300; i++) {
            changes.make();
        }
        meanwhile = changes::makeNowAndThen;
        for (int i = 0; i < 40; i++) {
            changes.scroll();
        }
    }

    /** What many users do at random. */
    private final class Changes {
        private final Random chance;
        private final List<UserId> authors =
                LongStream.range(2, 8).mapToObj(UserId::new).toList();
        private Set<NoteId> throughout = new HashSet<>();
        private long newest;

        Changes(Random chance) {
            this.chance = chance;
            authors.forEach(author -> follow(author, chance.nextBoolean()));
        }

        void makeNowAndThen() {
            if (chance.nextInt(12) == 0) {
                make();
            }
        }

        void make() {
            UserId author = authors.get(chance.nextInt(authors.size()));
            switch (chance.nextInt(14)) {
                case 0 -> follow(author, chance.nextInt(3) > 0);
                case 1 -> delete(new NoteId(1 + chance.nextLong(newest + 1)));
                case 2 -> clock.advance(Duration.ofMillis(chance.nextLong(1500)));
                case 3, 4, 5 -> await(fanOut.run());
                case 6 -> {
                    if (chance.nextInt(10) == 0) {
                        inboxes.loseAll();
                    }
                }
                case 7 -> {
                    var _ = await(follows.follow(new UserId(chance.nextLong(100, 103)), author, 99));
                }
                case 8 -> {
                    var _ = await(follows.unfollow(new UserId(chance.nextLong(100, 103)), author));
                }
                default -> newest = publish(author).value();
            }
            throughout.retainAll(now());
        }

        private Set<NoteId> now() {
            List<UserId> followed = await(follows.snapshot(READER, 100)).followed();
            return new HashSet<>(await(notes.after(followed, FeedPlace.BEGIN, Integer.MAX_VALUE)).stream()
                    .map(place -> new NoteId(place.note()))
                    .toList());
        }

        void scroll() {
            Optional<FeedPlace> next = Optional.of(FeedPlace.before(clock.instant()));
            throughout = now();
            List<FeedPlace> seen = new ArrayList<>();
            for (int pages = 0; next.isPresent() && pages < 20; pages++) {
                ReadFeed.Page page = page(next.get());
                assertTrue(page.next().isEmpty() || page.notes().size() == SIZE);
                page.notes()
                        .forEach(one -> seen.add(new FeedPlace(
                                one.note().createTime(), one.note().id().value())));
                next = page.next();
                makeNowAndThen();
            }
            assertEquals(new TreeSet<>(seen).stream().toList(), seen);
            Optional<FeedPlace> end = next;
            Set<Long> ids = new HashSet<>(seen.stream().map(FeedPlace::note).toList());
            List<FeedPlace> skipped = throughout.stream()
                    .map(note ->
                            new FeedPlace(await(notes.find(note)).orElseThrow().createTime(), note.value()))
                    .filter(place -> end.isEmpty() || place.compareTo(end.get()) <= 0)
                    .filter(place -> !ids.contains(place.note()))
                    .toList();
            assertEquals(List.of(), skipped);
        }
    }
}
