package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.LikeChange;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeLedger.Counted;
import io.nightmarket.domain.note.LikeSnapshot;
import io.nightmarket.domain.note.LikeSnapshot.Liker;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public abstract class LikeLedgerContract {
    private static final int MANY = 100_000;
    private static final int CALLERS = 24;

    private final UserId first = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));

    protected abstract LikeLedger likes();

    protected abstract NoteRepository notes();

    /** A shop that is there. */
    protected abstract ShopId shop();

    private UserId user(int number) {
        return new UserId(first.value() + number);
    }

    private NoteId note() {
        return await(notes().create(new NewNote(shop(), first, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    private long count(NoteId note) {
        return await(likes().counts(List.of(note))).getOrDefault(note, 0L);
    }

    private List<UserId> likers(NoteId note) {
        return await(likes().read(note)).likers().stream().map(Liker::user).toList();
    }

    private LikeChange toggle(NoteId note, UserId user) {
        return await(likes().toggle(note, user)).orElseThrow();
    }

    @Test
    void aToggleLikesAndUnlikes() {
        NoteId note = note();
        LikeChange like = toggle(note, user(0));
        assertTrue(like.liked());
        assertEquals(LikeLedger.partOf(user(0)), like.part());
        assertEquals(1, like.version());

        LikeChange unlike = toggle(note, user(0));
        assertFalse(unlike.liked());
        assertEquals(2, unlike.version());
        assertEquals(0, count(note));
        assertTrue(toggle(note, user(0)).liked());
        assertEquals(1, count(note));
        assertEquals(List.of(user(0)), likers(note));

        var _ = await(notes().delete(note, Optional.of(first)));
        for (UserId each : List.of(user(0), user(1))) {
            assertEquals(Optional.empty(), await(likes().toggle(note, each)), "the note is gone");
        }
    }

    @Test
    void togglesOfOneUserAtOnceAlternate() {
        NoteId note = note();
        List<Optional<LikeChange>> outcomes = Stages.atOnce(7, _ -> likes().toggle(note, user(0)));
        assertEquals(
                4,
                outcomes.stream()
                        .filter(outcome -> outcome.orElseThrow().liked())
                        .count());
        assertEquals(1, count(note));
        assertEquals(7, await(likes().read(note)).versions().get(LikeLedger.partOf(user(0))));

        NoteId other = note();
        var _ = Stages.atOnce(CALLERS, i -> likes().toggle(other, user(i)));
        assertEquals(CALLERS, count(other));
        assertEquals(CALLERS, Set.copyOf(likers(other)).size());
    }

    @Test
    void likersComeInTheOrderOfTime() {
        NoteId note = note();
        List<UserId> inTime = IntStream.of(3, 1, 2, 0).mapToObj(this::user).toList();
        inTime.forEach(user -> {
            elapse();
            var _ = await(likes().toggle(note, user));
        });
        assertEquals(inTime, likers(note));
        assertEquals(inTime.subList(0, 2), await(likes().first(note, 2)));
        LikeSnapshot all = await(likes().read(note));
        assertEquals(LikeLedger.PARTS, all.versions().size());
        assertEquals(4, all.versions().stream().mapToLong(Long::longValue).sum());
        assertFalse(all.isTooLarge());
    }

    /** Lets at least a millisecond pass. */
    protected abstract void elapse();

    @Test
    void aUserSeesTheOwnLikes() {
        NoteId liked = note();
        NoteId other = note();
        var _ = await(likes().toggle(liked, user(0)));
        assertEquals(Set.of(liked), await(likes().likedBy(user(0), List.of(liked, other))));
        assertEquals(Set.of(), await(likes().likedBy(user(1), List.of(liked, other))));
        assertEquals(Map.of(liked, 1L, other, 0L), await(likes().counts(List.of(liked, other))));
    }

    @Test
    void aTotalIsWrittenBehindAndComparedOnce() {
        NoteId note = note();
        var _ = await(likes().toggle(note, user(0)));
        var _ = await(likes().toggle(note, user(1)));
        assertTrue(await(likes().changed(MANY)).contains(note));
        assertEquals(Optional.empty(), toCompare(note));

        assertEquals(2, await(likes().writeTotal(note)));
        assertFalse(await(likes().changed(MANY)).contains(note));
        Counted counted = toCompare(note).orElseThrow();
        assertEquals(2, counted.liked());
        assertEquals(await(likes().read(note)).versions(), counted.versions());

        var _ = await(likes().toggle(note, user(0)));
        await(likes().compared(counted));
        assertTrue(await(likes().changed(MANY)).contains(note), "it changed since");
        assertEquals(1, await(likes().writeTotal(note)));
        assertEquals(0, await(likes().writeTotal(note)));
        await(likes().compared(toCompare(note).orElseThrow()));
        assertEquals(Optional.empty(), toCompare(note));
    }

    @Test
    void aPartThatChangedSinceIsNotCompared() {
        NoteId note = note();
        int settled = toggle(note, user(0)).part();
        int later = toggle(note, user(1)).part();
        var _ = await(likes().writeTotal(note));
        var _ = await(likes().toggle(note, user(1)));
        Counted counted = toCompare(note).orElseThrow();
        assertEquals(1, counted.versions().get(settled));
        assertEquals(0, counted.versions().get(later));
        await(likes().compared(counted));
        assertEquals(Optional.empty(), toCompare(note));
        assertTrue(await(likes().changed(MANY)).contains(note));
    }

    @Test
    void changedNotesGoRoundSoThatNoneWaitsForEver() {
        List<NoteId> changed = List.of(note(), note(), note());
        changed.forEach(note -> {
            var _ = await(likes().toggle(note, user(0)));
        });
        LikeLedger ledger = likes();
        Set<NoteId> seen = new HashSet<>();
        for (int call = 0; call < 1_000 && !seen.containsAll(changed); call++) {
            seen.addAll(await(ledger.changed(1)));
        }
        assertTrue(seen.containsAll(changed));
    }

    private Optional<Counted> toCompare(NoteId note) {
        return await(likes().toCompare(MANY)).stream()
                .filter(counted -> counted.note().equals(note))
                .findFirst();
    }

    @Test
    void theMostLikedComeFirst() {
        NoteId less = note();
        NoteId more = note();
        NoteId none = note();
        for (int i = 0; i < 3; i++) {
            var _ = await(likes().toggle(more, user(i)));
        }
        var _ = await(likes().toggle(less, user(0)));
        for (NoteId note : List.of(less, more)) {
            var _ = await(likes().writeTotal(note));
        }
        List<NoteId> wanted = List.of(more, less, none);
        assertEquals(
                wanted,
                await(notes().mostLiked(0, NoteRepository.MAX_HOT)).stream()
                        .filter(wanted::contains)
                        .toList());
        assertEquals(
                List.of(more, less),
                await(likes().mostLikedWithin(Duration.ofDays(1), MANY)).stream()
                        .filter(wanted::contains)
                        .toList());
    }
}
