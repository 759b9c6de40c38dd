package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.Inboxes;
import io.nightmarket.domain.feed.Inboxes.Contents;
import io.nightmarket.domain.feed.Inboxes.Loaded;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class InboxesContract extends LoadedSetsContract<Inboxes, Version, Loaded> {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final UserId AUTHOR = new UserId(5);
    private static final UserId OTHER = new UserId(6);

    private final Version inbox =
            new Version(new UserId(ThreadLocalRandom.current().nextLong(1L << 50, 1L << 52)), 7);

    @Override
    protected Version anyKey() {
        return inbox;
    }

    @Override
    protected Loaded anyContent() {
        return loaded(notes(3), true);
    }

    @Override
    protected boolean isLoaded() {
        return read(FeedPlace.BEGIN, 5).isPresent();
    }

    @Override
    protected boolean isLoadedAgain() {
        return true;
    }

    @Override
    protected void change() {
        push(note(50, 50));
    }

    private static Loaded loaded(List<FeedPlace> newest, boolean areAll) {
        return new Loaded(newest, areAll, List.of(), List.of(AUTHOR));
    }

    private static FeedPlace note(long second, long id) {
        return new FeedPlace(NOON.plusSeconds(second), id);
    }

    /** Newest first. */
    private static List<FeedPlace> notes(int count) {
        List<FeedPlace> notes = new ArrayList<>();
        for (int i = count; i > 0; i--) {
            notes.add(note(i / 3, i));
        }
        return notes;
    }

    private void load(List<FeedPlace> newest, boolean areAll) {
        load(inbox, loaded(newest, areAll));
    }

    private void push(FeedPlace note) {
        await(sets().push(List.of(inbox), note));
    }

    private Optional<Contents> read(FeedPlace place, int max) {
        return await(sets().read(inbox, place, max, List.of()));
    }

    private List<FeedPlace> places(FeedPlace place, int max) {
        return read(place, max).orElseThrow().places();
    }

    @Test
    void anInboxThatIsNotLoadedIsNotAnEmptyOne() {
        assertEquals(Optional.empty(), read(FeedPlace.BEGIN, 5));
        push(note(1, 1));
        assertEquals(Optional.empty(), read(FeedPlace.BEGIN, 5));
        load(List.of(), true);
        assertEquals(Optional.of(new Contents(List.of(), true, List.of(), Set.of())), read(FeedPlace.BEGIN, 5));
    }

    @Test
    void aPageBeginsAfterItsPlace() {
        List<FeedPlace> notes = notes(20);
        load(notes, true);
        assertEquals(notes, places(FeedPlace.BEGIN, 50));
        for (int i = 0; i < 20; i++) {
            assertEquals(notes.subList(i + 1, Math.min(20, i + 5)), places(notes.get(i), 4));
        }
        FeedPlace time = FeedPlace.before(NOON.plusSeconds(3).plusMillis(500));
        assertEquals(List.of(note(3, 11), note(3, 10)), places(time, 2));
        assertEquals(List.of(note(3, 10), note(3, 9)), places(note(3, 11), 2));
        assertEquals(places(time, 2), places(new FeedPlace(NOON.plusSeconds(3).plusMillis(500), 1), 2));
        assertEquals(List.of(), places(FeedPlace.END, 2));
    }

    @Test
    void largeNumbersAreInOrder() {
        List<FeedPlace> notes = List.of(
                note(1, Long.MAX_VALUE - 1),
                note(1, 9_007_199_254_740_993L),
                note(1, 9_007_199_254_740_992L),
                note(1, 9));
        load(notes, true);
        assertEquals(notes, places(FeedPlace.BEGIN, 5));
        assertEquals(notes.subList(2, 4), places(notes.get(1), 5));
    }

    @Test
    void aPartSaysWhetherItReachesFarEnoughAndTakesNothingOlder() {
        List<FeedPlace> newest = notes(20).subList(0, 10);
        load(newest, false);
        assertTrue(read(FeedPlace.BEGIN, 10).orElseThrow().areEnough());
        assertFalse(read(FeedPlace.BEGIN, 11).orElseThrow().areEnough());
        assertFalse(read(newest.get(9), 1).orElseThrow().areEnough());
        push(note(0, 2));
        assertEquals(newest, places(FeedPlace.BEGIN, 50), "what lies below it may miss others");
        assertFalse(read(FeedPlace.BEGIN, 11).orElseThrow().areEnough());
    }

    @Test
    void anotherVersionCountsAsNotLoaded() {
        load(notes(3), true);
        Version next = new Version(inbox.follower(), 8);
        assertEquals(Optional.empty(), await(sets().read(next, FeedPlace.BEGIN, 5, List.of())));
        await(sets().push(List.of(next), note(100, 100)));
        assertEquals(notes(3), places(FeedPlace.BEGIN, 5));
        load(next, loaded(notes(2), true));
        assertEquals(Optional.empty(), read(FeedPlace.BEGIN, 5));
    }

    @Test
    void anAuthorWhoIsPulledFromHereOnEndsALoad() {
        String load = await(sets().beginLoad(inbox)).orElseThrow();
        await(sets().pushPulled(List.of(inbox), OTHER));
        assertFalse(await(sets().store(inbox, load, anyContent())));
        load(inbox, new Loaded(notes(3), true, List.of(AUTHOR), List.of(AUTHOR, OTHER)));
        await(sets().pushPulled(List.of(inbox), OTHER));
        Contents contents = read(FeedPlace.BEGIN, 5).orElseThrow();
        assertEquals(notes(3), contents.places());
        assertEquals(Set.of(AUTHOR, OTHER), Set.copyOf(contents.pulled()));
    }

    /** Such is the inbox of a reader who follows too many authors. */
    @Test
    void anInboxOfNoNotesReachesNowhere() {
        load(List.of(), false);
        push(note(1, 1));
        Contents contents = await(sets().read(inbox, FeedPlace.BEGIN, 5, List.of(OTHER, AUTHOR)))
                .orElseThrow();
        assertEquals(Set.of(AUTHOR), contents.followed(), "whom its reader follows");
        assertEquals(List.of(), contents.places());
        assertFalse(contents.areEnough());
    }

    @Test
    void theNewestAreKept() {
        List<FeedPlace> notes = notes(Inboxes.MAX_NOTES + 5);
        load(notes.subList(5, notes.size()), true);
        for (int i = 4; i >= 0; i--) {
            push(notes.get(i));
            push(notes.get(i));
        }
        assertEquals(notes.subList(0, Inboxes.MAX_NOTES), places(FeedPlace.BEGIN, 2_000));
        assertFalse(read(FeedPlace.BEGIN, 2_000).orElseThrow().areEnough());
    }

    @Test
    void manyInboxesGetANote() {
        List<Version> many = new ArrayList<>();
        for (long i = 1; i <= 300; i++) {
            many.add(new Version(new UserId(inbox.follower().value() + i), 1));
        }
        Version last = many.getLast();
        load(last, loaded(List.of(), true));
        await(sets().push(many, note(1, 1)));
        assertEquals(
                List.of(note(1, 1)),
                await(sets().read(last, FeedPlace.BEGIN, 5, List.of()))
                        .orElseThrow()
                        .places());
        assertEquals(Optional.empty(), await(sets().read(many.getFirst(), FeedPlace.BEGIN, 5, List.of())));
    }
}
