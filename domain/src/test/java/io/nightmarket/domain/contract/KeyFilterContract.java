package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.cache.KeyFilter;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

public abstract class KeyFilterContract {
    /** Errs too rarely to matter to the tests that ask for a few keys. */
    private static final BloomShape SHAPE = new BloomShape(2_000, 1e-6);

    private static final BloomShape LARGER = new BloomShape(5_000, 1e-4);

    /** Returns the same filter at each call, which is missing at first. */
    protected abstract KeyFilter filter();

    private static List<Long> keys(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    private String build(BloomShape shape, List<Long> keys) {
        String build = await(filter().begin(shape));
        assertTrue(await(filter().addAll(build, keys)));
        assertTrue(await(filter().finish(build)));
        return build;
    }

    private boolean mayContain(long key) {
        return await(filter().mayContain(key));
    }

    private long contained(long first, long last) {
        return keys(first, last).stream().filter(this::mayContain).count();
    }

    @Test
    protected void aMissingFilterCannotTell() {
        assertTrue(mayContain(1));
        assertEquals(Optional.empty(), await(filter().inUse()));

        await(filter().add(1));

        assertTrue(mayContain(2));
        assertEquals(Optional.empty(), await(filter().inUse()));
        assertFalse(await(filter().addAll("none", List.of(1L))));
        assertFalse(await(filter().finish("none")));
    }

    @Test
    protected void aBuiltFilterContainsItsKeysAndNoOthers() {
        String build = build(SHAPE, keys(1, 1_000));

        assertEquals(1_000, contained(1, 1_000));
        assertEquals(0, contained(1_001, 1_100));
        KeyFilter.InUse used = await(filter().inUse()).orElseThrow();
        assertEquals(new KeyFilter.InUse(build, SHAPE, used.keys(), 1_000), used);
        assertTrue(used.keys() > 990 && used.keys() <= 1_000, () -> used.keys() + " keys");
    }

    @Test
    protected void everyNumberMayBeAKeyAndAnEmptyFilterContainsNone() {
        String build = build(SHAPE, List.of());
        assertFalse(mayContain(1));
        assertEquals(Optional.of(new KeyFilter.InUse(build, SHAPE, 0, KeyFilter.NO_KEY)), await(filter().inUse()));
        List<Long> odd = List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE);
        var _ = build(SHAPE, odd);
        odd.forEach(key -> assertTrue(mayContain(key), () -> key + " is contained"));
        assertFalse(mayContain(1));
        assertEquals(Long.MAX_VALUE, await(filter().inUse()).orElseThrow().highest());
    }

    @Test
    protected void aKeyIsContainedFromWhenItIsAddedOn() {
        String build = build(SHAPE, keys(1, 10));
        assertFalse(mayContain(77));

        await(filter().add(77));
        await(filter().add(77));
        assertTrue(await(filter().finish(build)), "once more, which changes nothing");

        assertTrue(mayContain(77));
        KeyFilter.InUse used = await(filter().inUse()).orElseThrow();
        assertEquals(11, used.keys(), "a key counts once");
        assertEquals(10, used.highest(), "its source did not bring it");
    }

    @Test
    protected void aFilterThatIsBuiltForTheFirstTimeCannotTellAndKeepsWhatIsAdded() {
        String build = await(filter().begin(SHAPE));
        assertTrue(await(filter().addAll(build, List.of(1L))));
        await(filter().add(77));
        assertTrue(mayContain(2));
        assertEquals(Optional.empty(), await(filter().inUse()));
        assertTrue(await(filter().finish(build)));
        assertTrue(mayContain(77));
        assertFalse(mayContain(2));
    }

    @Test
    protected void theOldFilterAnswersUntilTheNewOneIsFinishedAndAddedKeysSurvive() {
        String old = build(SHAPE, keys(1, 10));
        String build = await(filter().begin(LARGER));
        await(filter().add(7_777));
        assertTrue(await(filter().addAll(build, keys(6, 4_900))));
        await(filter().add(7_778));
        assertEquals(10, contained(1, 20));
        assertEquals(2, contained(7_777, 7_778));
        assertEquals(old, await(filter().inUse()).orElseThrow().build());

        assertTrue(await(filter().finish(build)));

        assertEquals(0, contained(1, 5), "what its source no longer brought is gone");
        assertEquals(4_895, contained(6, 4_900));
        assertEquals(2, contained(7_777, 7_778));
        assertEquals(LARGER, await(filter().inUse()).orElseThrow().shape());
    }

    @Test
    protected void theSourceOfTheFilterInUseMayBringMore() {
        String build = build(SHAPE, keys(1, 10));
        String next = await(filter().begin(SHAPE));

        assertTrue(await(filter().addAll(build, keys(11, 20))));

        assertEquals(20, contained(1, 20));
        assertEquals(20, await(filter().inUse()).orElseThrow().highest());
        assertTrue(await(filter().addAll(build, List.of())));
        assertEquals(20, await(filter().inUse()).orElseThrow().highest());

        assertTrue(await(filter().finish(next)));
        assertEquals(0, contained(1, 10));
        assertEquals(10, contained(11, 20), "the next filter got them as well");
        assertFalse(await(filter().addAll(build, List.of(1L))), "the filter of that build is gone");
    }

    @Test
    protected void ofTwoBuildersOnlyTheLastFinishes() {
        String first = await(filter().begin(SHAPE));
        assertTrue(await(filter().addAll(first, keys(1, 10))));
        String second = await(filter().begin(SHAPE));
        assertNotEquals(first, second);

        assertFalse(await(filter().addAll(first, keys(11, 20))));
        assertFalse(await(filter().finish(first)));
        assertTrue(mayContain(999), "nothing is in use yet");

        assertTrue(await(filter().addAll(second, keys(101, 110))));
        assertTrue(await(filter().finish(second)));
        assertEquals(0, contained(1, 20), "nothing is left of the build that was cut off");
        assertEquals(10, contained(101, 110));
        assertFalse(await(filter().finish(first)));
    }
}
