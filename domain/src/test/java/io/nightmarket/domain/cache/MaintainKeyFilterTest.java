package io.nightmarket.domain.cache;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.FilterIteration.Built;
import io.nightmarket.domain.cache.FilterIteration.Extended;
import io.nightmarket.domain.cache.FilterIteration.Reason;
import io.nightmarket.domain.cache.FilterIteration.Superseded;
import io.nightmarket.domain.memory.InMemoryKeyFilter;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class MaintainKeyFilterTest {
    private static final BloomShape SHAPE = new BloomShape(2_000, 1e-6);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Extended NOTHING_NEW = new Extended(0);

    private final InMemoryKeyFilter filter = new InMemoryKeyFilter();
    private final ManualTimers time = new ManualTimers();
    private final TreeSet<Long> rows = new TreeSet<>();
    /** Turns of the source that the test decides on; without any it answers at once. */
    private final ArrayDeque<Supplier<CompletionStage<Void>>> turns = new ArrayDeque<>();

    private final MaintainKeyFilter builder = builder(SHAPE);

    private MaintainKeyFilter builder(BloomShape shape) {
        return new MaintainKeyFilter(filter, this::keysAfter, shape, HOUR, time::nanoTime);
    }

    /** What is there when the turn is over. */
    private CompletionStage<List<Long>> keysAfter(long after, int limit) {
        CompletionStage<Void> turn = turns.isEmpty()
                ? CompletableFuture.completedStage(null)
                : turns.remove().get();
        return turn.thenApply(
                _ -> rows.tailSet(after, false).stream().limit(limit).toList());
    }

    private CompletableFuture<Void> holdUp() {
        CompletableFuture<Void> held = new CompletableFuture<>();
        turns.add(() -> held);
        return held;
    }

    private void passOn() {
        turns.add(() -> CompletableFuture.completedStage(null));
    }

    private void insert(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(rows::add);
    }

    private FilterIteration round() {
        return await(builder.iterate());
    }

    private boolean mayContain(long key) {
        return await(filter.mayContain(key));
    }

    private void allContained() {
        rows.forEach(key -> assertTrue(mayContain(key), () -> key + " is contained"));
    }

    @Test
    void aMissingFilterIsBuiltFromAllPages() {
        insert(1, 1_700);

        assertEquals(new Built(Reason.MISSING, SHAPE, 1_700), round());

        allContained();
        assertFalse(mayContain(1_701));
    }

    @Test
    void aFilterOfNothingIsBuiltTooAndAnotherNodeGoesOnWithIt() {
        MaintainKeyFilter other = builder(SHAPE);
        assertEquals(new Built(Reason.MISSING, SHAPE, 0), round());
        assertFalse(mayContain(1));
        assertEquals(NOTHING_NEW, await(other.iterate()));
        rows.add(1L);
        assertEquals(new Extended(1), await(other.iterate()));
        assertTrue(mayContain(1));
    }

    @Test
    void rowsThatOthersInsertedAreFoundByTheNextRound() {
        insert(1, 10);
        var _ = round();
        insert(11, 1_400);

        assertEquals(new Extended(1_390), round());

        allContained();
        assertFalse(mayContain(1_401));
        assertEquals(NOTHING_NEW, round());
    }

    @Test
    void aRowThatWasCommittedLateIsFound() {
        insert(1, 1_300);
        rows.remove(1_200L);
        var _ = round();
        assertEquals(NOTHING_NEW, round());
        rows.add(1_200L);
        assertFalse(mayContain(1_200));

        assertEquals(new Extended(1), round());

        assertTrue(mayContain(1_200));
        insert(1_301, 1_900);
        rows.remove(1_800L);
        assertEquals(new Extended(599), round());
        rows.add(1_800L);
        assertEquals(new Extended(1), round());
        assertTrue(mayContain(1_800));
    }

    @Test
    void anAnnouncedKeyHidesNoRowBelowIt() {
        insert(1, 10);
        var _ = round();
        rows.add(11L);
        rows.add(12L);
        await(filter.add(12));
        assertFalse(mayContain(11));

        var _ = round();

        assertTrue(mayContain(11));
    }

    @Test
    void anotherNodeGoesOnWhereTheLastOneWas() {
        insert(1, 1_000);
        var _ = round();
        insert(1_001, 1_100);

        assertEquals(new Extended(1_100), await(builder(SHAPE).iterate()), "those it looks back at, too");

        allContained();
    }

    @Test
    void aChangedSettingLeadsToARebuild() {
        insert(1, 10);
        var _ = round();
        BloomShape finer = new BloomShape(2_000, 1e-8);
        MaintainKeyFilter changed = builder(finer);

        assertEquals(new Built(Reason.RESHAPED, finer, 10), await(changed.iterate()));
        assertEquals(NOTHING_NEW, await(changed.iterate()));
    }

    @Test
    void afterItsTimeAFilterIsBuiltAnewWithoutWhatWasDeleted() {
        insert(1, 10);
        var _ = round();
        rows.remove(5L);
        time.advance(HOUR.minusNanos(1));
        assertEquals(NOTHING_NEW, round());
        assertTrue(mayContain(5));

        time.advance(Duration.ofNanos(1));

        assertEquals(new Built(Reason.DUE, SHAPE, 9), round());
        assertFalse(mayContain(5));
        allContained();
        assertEquals(NOTHING_NEW, round());
    }

    @Test
    void aFilterGrowsAsItIsBuilt() {
        insert(1, 4_100);
        BloomShape fourfold = new BloomShape(8_000, 1e-6);

        assertEquals(new Built(Reason.MISSING, fourfold, 4_100), round());

        allContained();
        assertEquals(NOTHING_NEW, round());
        assertInstanceOf(Extended.class, await(builder(SHAPE).iterate()), "another node has no other wish");
        filter.lose();
        passOn();
        CompletableFuture<Void> second = holdUp();
        CompletionStage<FilterIteration> again = builder.iterate();
        rows.clear();
        insert(1, 600);
        second.complete(null);
        assertEquals(new Built(Reason.MISSING, fourfold, 600), await(again), "its size was known");
    }

    @Test
    void aFilterThatIsOutgrownIsBuiltTwiceAsLarge() {
        insert(1, 1_990);
        var _ = round();
        insert(1_991, 2_010);
        assertEquals(new Extended(20), round());

        assertEquals(new Built(Reason.OUTGROWN, new BloomShape(4_000, 1e-6), 2_010), round());

        allContained();
        assertEquals(NOTHING_NEW, round());
    }

    @Test
    void aFilterShrinksAgainWhenItsTimeIsOver() {
        insert(1, 2_010);
        var _ = round();
        insert(2_011, 5_000);
        var _ = round();
        assertEquals(8_000, await(filter.inUse()).orElseThrow().shape().expected() * 2);
        var _ = round();
        rows.tailSet(1_000L).clear();
        time.advance(HOUR);
        var _ = round();
        time.advance(HOUR);

        assertEquals(new Built(Reason.DUE, SHAPE, 999), round());
        allContained();
    }

    @Test
    void keysAddedDuringABuildSurviveIt() {
        insert(1, 600);
        var _ = round();
        time.advance(HOUR);
        CompletableFuture<Void> first = holdUp();
        CompletableFuture<Void> second = holdUp();
        CompletableFuture<Void> end = holdUp();
        CompletionStage<FilterIteration> building = builder.iterate();

        announce(-1);
        first.complete(null);
        announce(-2);
        second.complete(null);
        announce(-3);
        end.complete(null);

        assertEquals(Built.class, await(building).getClass());
        allContained();
    }

    /** A row that the scan is past already. */
    private void announce(long key) {
        rows.add(key);
        await(filter.add(key));
        assertTrue(mayContain(key));
    }

    @Test
    void ofTwoBuildersTheLastFinishesAndTheFirstFindsItsFilterNextTime() {
        insert(1, 600);
        passOn();
        CompletableFuture<Void> second = holdUp();
        CompletionStage<FilterIteration> overtaken = builder.iterate();

        MaintainKeyFilter other = builder(SHAPE);
        assertEquals(new Built(Reason.MISSING, SHAPE, 600), await(other.iterate()));
        second.complete(null);

        assertEquals(new Superseded(), await(overtaken));
        allContained();
        assertInstanceOf(Extended.class, round());
    }

    @Test
    void aBuilderIsOvertakenAtTheLastMomentToo() {
        insert(1, 10);
        passOn();
        CompletableFuture<Void> end = holdUp();
        CompletionStage<FilterIteration> overtaken = builder.iterate();
        CompletableFuture<Void> others = holdUp();
        CompletionStage<FilterIteration> building = builder(SHAPE).iterate();

        end.complete(null);
        assertEquals(new Superseded(), await(overtaken));
        assertTrue(mayContain(11), "a filter that is not yet whole is not in use");
        others.complete(null);

        assertEquals(new Built(Reason.MISSING, SHAPE, 10), await(building));
        allContained();
    }

    @Test
    void aBuildThatWasCutOffIsBegunAgain() {
        insert(1, 600);
        Unavailable away = new Unavailable("away");
        passOn();
        turns.add(() -> CompletableFuture.failedStage(away));
        assertSame(away, failureOf(builder.iterate()));
        assertTrue(mayContain(601));
        rows.remove(1L);

        assertEquals(new Built(Reason.MISSING, SHAPE, 599), round());

        assertFalse(mayContain(1), "nothing of the first build is left");
        allContained();
    }

    @Test
    void aRebuildThatWasCutOffLeavesTheOldFilterAndIsBegunAgain() {
        insert(1, 600);
        var _ = round();
        time.advance(HOUR);
        passOn();
        turns.add(() -> CompletableFuture.failedStage(new Unavailable("away")));
        var _ = failureOf(builder.iterate());
        assertFalse(mayContain(601));
        allContained();

        assertEquals(new Built(Reason.DUE, SHAPE, 600), round());
    }

    @Test
    void aFilterThatIsLostWhileItIsFollowedIsSeenToBeBuiltNextTime() {
        insert(1, 10);
        var _ = round();
        insert(11, 20);
        CompletableFuture<Void> page = holdUp();
        CompletionStage<FilterIteration> following = builder.iterate();
        filter.lose();
        page.complete(null);

        assertEquals(new Superseded(), await(following));
        assertEquals(new Built(Reason.MISSING, SHAPE, 20), round());
    }
}
