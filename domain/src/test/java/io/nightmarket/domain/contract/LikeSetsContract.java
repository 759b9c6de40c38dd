package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.LikeChange;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.note.LikeSets.Known;
import io.nightmarket.domain.note.LikeSnapshot;
import io.nightmarket.domain.note.LikeSnapshot.Liker;
import io.nightmarket.domain.note.NoteId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public abstract class LikeSetsContract extends LoadedSetsContract<LikeSets, NoteId, LikeSnapshot> {
    private static final Instant TIME = Instant.parse("2026-11-20T12:00:00.123Z");
    private static final UserId ALICE = new UserId(16);
    private static final UserId BOB = new UserId(9);

    private final NoteId note = new NoteId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));

    @Override
    protected NoteId anyKey() {
        return note;
    }

    @Override
    protected LikeSnapshot anyContent() {
        return new LikeSnapshot(1, List.of(), versions(5));
    }

    @Override
    protected boolean isLoaded() {
        return read() instanceof Known.Loaded;
    }

    @Override
    protected void change() {
        put(ALICE, true, 1, 1);
    }

    private static List<Long> versions(long each) {
        return Collections.nCopies(LikeLedger.PARTS, each);
    }

    private void load(long before, List<Liker> likers) {
        load(note, new LikeSnapshot(before, likers, versions(5)));
    }

    private Known read(UserId... viewers) {
        return Objects.requireNonNull(
                await(sets().read(Map.of(note, Set.of(viewers)))).get(note));
    }

    private static Known loaded(long liked, UserId... likers) {
        return new Known.Loaded(liked, Set.of(likers));
    }

    private void put(UserId user, boolean liked, long seconds, long version) {
        await(sets().put(new LikeChange(
                note, user, liked, TIME.plusSeconds(seconds), LikeLedger.partOf(user), version)));
    }

    private Optional<List<UserId>> first(int max) {
        return await(sets().first(note, max));
    }

    @Test
    void aSetThatIsNotLoadedIsNoEmptyOne() {
        assertEquals(new Known.NotLoaded(), read(ALICE));
        assertEquals(Optional.empty(), first(5));
        put(ALICE, true, 1, 1);
        assertEquals(new Known.NotLoaded(), read(ALICE));
    }

    @Test
    void aLoadedSetAnswers() {
        load(7, List.of(new Liker(BOB, TIME), new Liker(ALICE, TIME)));
        assertEquals(loaded(9, ALICE), read(ALICE));
        assertEquals(loaded(9), read(new UserId(1)));
        assertEquals(loaded(9, ALICE, BOB), read(BOB, new UserId(1), ALICE));
        assertEquals(loaded(9), read());
        assertEquals(Optional.of(List.of(BOB, ALICE)), first(5));
        assertEquals(Optional.of(List.of(BOB)), first(1));
    }

    @Test
    void manyNotesAreReadTogether() {
        load(2, List.of(new Liker(BOB, TIME)));
        NoteId other = new NoteId(note.value() + 1);
        assertEquals(
                Map.of(note, loaded(3, BOB), other, new Known.NotLoaded()),
                await(sets().read(Map.of(note, Set.of(ALICE, BOB), other, Set.of(ALICE)))));
        assertEquals(Map.of(), await(sets().read(Map.of())));
    }

    @Test
    void changesArePutOnceAndInOrder() {
        load(0, List.of());
        assertEquals(loaded(0), read(ALICE));
        assertEquals(Optional.of(List.of()), first(5));
        put(ALICE, true, 2, 6);
        put(BOB, true, 1, 6);
        assertEquals(Optional.of(List.of(BOB, ALICE)), first(5));
        assertEquals(loaded(2, ALICE, BOB), read(ALICE, BOB));
        put(ALICE, false, 3, 7);
        assertEquals(loaded(1), read(ALICE));
        put(ALICE, true, 2, 6);
        assertEquals(loaded(1), read(ALICE), "a late copy changes nothing");
        put(ALICE, true, 9, 9);
        assertEquals(new Known.NotLoaded(), read(ALICE), "it missed a change");
    }

    @Test
    void aSetIsDroppedWhenItIsBehind() {
        load(0, List.of());
        assertFalse(await(sets().dropIfBehind(note, versions(5))));
        assertFalse(await(sets().dropIfBehind(note, versions(4))), "it is ahead");
        assertFalse(await(sets().dropIfBehind(note, versions(0))), "nothing is compared");
        List<Long> later = new ArrayList<>(versions(5));
        later.set(3, 6L);
        assertTrue(await(sets().dropIfBehind(note, later)));
        assertEquals(new Known.NotLoaded(), read(ALICE));
        assertFalse(await(sets().dropIfBehind(note, later)), "it is not loaded");
    }

    /** The load may have read what was before a change that was never put. */
    @Test
    void aComparisonEndsTheLoadUnderWay() {
        String load = await(sets().beginLoad(note)).orElseThrow();
        assertFalse(await(sets().dropIfBehind(note, versions(6))));
        assertFalse(await(sets().store(note, load, anyContent())));
        assertEquals(new Known.NotLoaded(), read(ALICE));
    }

    @Test
    void ofTooManyLikersThatAloneIsKnown() {
        List<Liker> most = IntStream.rangeClosed(1, LikeSets.MAX_LIKERS)
                .mapToObj(i -> new Liker(new UserId(i), TIME.plusMillis(i)))
                .toList();
        load(1, most);
        assertEquals(loaded(LikeSets.MAX_LIKERS + 1L, ALICE), read(ALICE));
        put(new UserId(8_000), true, 60, 6);
        assertEquals(new Known.NotLoaded(), read(ALICE));

        List<Liker> more = new ArrayList<>(most);
        more.add(new Liker(new UserId(8_000), TIME.plusSeconds(60)));
        load(1, more);
        assertEquals(new Known.TooLarge(), read(ALICE));
        assertEquals(Optional.empty(), first(5));
        assertFalse(await(sets().dropIfBehind(note, versions(9))));
    }
}
