package io.nightmarket.domain.note;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemoryLikeSets;
import io.nightmarket.domain.memory.InMemoryLikes;
import io.nightmarket.domain.memory.InMemoryNotes;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import io.nightmarket.domain.note.ReadLikes.Likes;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Likes and their sets together. */
final class ReadLikesTest {
    private static final UserId ALICE = new UserId(1);
    private static final UserId BOB = new UserId(2);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final ManualTimers timers = new ManualTimers();
    private final InMemoryNotes notes = new InMemoryNotes(_ -> true, clock);
    private final InMemoryLikes ledger = new InMemoryLikes(notes, clock);
    private final InMemoryLikeSets sets = new InMemoryLikeSets();
    private final LikeNote liking = new LikeNote(ledger, sets, (_, _) -> {});
    private final ReadLikes reading = new ReadLikes(ledger, sets, (_, _) -> {}, timers, new Random(1));
    private final List<Long> behind = new ArrayList<>();
    private final CountLikes counting = new CountLikes(ledger, sets, (totals, dropped) -> {
        behind.add(totals);
        behind.add(dropped);
    });
    private final NoteId note = await(notes.create(new NewNote(new ShopId(1), ALICE, "title", "", "content")))
            .orElseThrow()
            .id();

    private Likes likesOf(UserId viewer) {
        return Objects.requireNonNull(
                await(reading.of(List.of(note), Optional.of(viewer))).get(note));
    }

    @Test
    void aLikeIsSeenAtOnceAndGoneWithTheNextToggle() {
        assertEquals(new Likes(0, false), likesOf(ALICE));
        assertTrue(await(liking.toggle(note, ALICE)));
        assertEquals(new Likes(1, true), likesOf(ALICE));
        assertEquals(new Likes(1, false), likesOf(BOB));
        assertTrue(await(liking.toggle(note, ALICE)));
        assertEquals(new Likes(0, false), likesOf(ALICE));
    }

    @Test
    void emptiedSetsAreLoadedAgain() {
        var _ = await(liking.toggle(note, ALICE));
        assertEquals(new Likes(1, true), likesOf(ALICE));
        sets.loseAll();
        assertEquals(Optional.empty(), await(sets.first(note, 5)));
        assertEquals(new Likes(1, true), likesOf(ALICE));
        assertEquals(List.of(ALICE), await(reading.first(note, 5)));
        assertEquals(Optional.of(List.of(ALICE)), await(sets.first(note, 5)), "it is loaded");
    }

    @Test
    void ofManyLikersTheDatabaseIsAsked() {
        for (int i = 1; i <= LikeSets.MAX_LIKERS + 1; i++) {
            clock.advance(Duration.ofMillis(1));
            var _ = await(liking.toggle(note, new UserId(i)));
        }
        assertEquals(new Likes(LikeSets.MAX_LIKERS + 1L, true), likesOf(ALICE));
        assertEquals(new Likes(LikeSets.MAX_LIKERS + 1L, false), likesOf(new UserId(5_000)));
        assertEquals(List.of(ALICE, BOB), await(reading.first(note, 2)));
    }

    @Test
    void aSetThatMissedALikeIsFoundByTheComparison() {
        assertEquals(new Likes(0, false), likesOf(ALICE));
        assertTrue(await(ledger.toggle(note, ALICE)).isPresent());
        assertEquals(new Likes(0, false), likesOf(ALICE), "the put was lost");

        await(counting.iterate());
        assertEquals(List.of(1L, 0L), behind, "the total is written first");
        await(counting.iterate());
        assertEquals(List.of(1L, 0L, 0L, 1L), behind);
        assertEquals(new Likes(1, true), likesOf(ALICE));
        await(counting.iterate());
        assertEquals(List.of(0L, 0L), behind.subList(4, 6));
    }

    @Test
    void whatIsGoneIsNotLiked() {
        var _ = await(notes.delete(note, Optional.of(ALICE)));
        assertFalse(await(liking.toggle(note, ALICE)));
        assertEquals(Map.of(note, new Likes(0, false)), await(reading.of(List.of(note), Optional.empty())));
    }
}
