package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cache.Put;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.Claim;
import io.nightmarket.domain.cache.Loaded;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link Cache} keeps. */
public abstract class CacheContract {
    /** Something with more than one member, as real values have. */
    public record Dish(String name, long price, List<String> tags) {}

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Dish NOODLES = new Dish("牛肉面 \"large\"", 1L << 60, List.of("hot", "beef"));
    private static final Dish RICE = new Dish("rice", 3, List.of());
    private static final long EARLIER = 1_700_000_000_000L;
    private static final long LATER = EARLIER + 1;
    private static final long COST = 7;

    /** A cache that is empty at first. */
    protected abstract Cache<Long, Dish> cache(CacheTimes times);

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private static CacheTimes times(Duration fresh, Duration keep, Duration absent, Duration lease) {
        return new CacheTimes(fresh, Duration.ZERO, Duration.ofMillis(10), keep, absent, lease);
    }

    private Cache<Long, Dish> cache(Duration fresh, Duration keep, Duration absent) {
        return cache(times(fresh, keep, absent, LONG));
    }

    private Cache<Long, Dish> lasting() {
        return cache(LONG, LONG, LONG);
    }

    private static Loaded<Dish> loaded(Dish dish, long at) {
        return new Loaded<>(Optional.of(dish), at, COST);
    }

    private static Loaded<Dish> absent(long at) {
        return new Loaded<>(Optional.empty(), at, COST);
    }

    private static String lease(Cache<Long, Dish> cache, long key, long seen) {
        if (await(cache.claim(key, seen)) instanceof Claim.Granted<Dish>(String lease)) {
            return lease;
        }
        throw new AssertionError("not granted");
    }

    private static Cached<Dish> found(Claim<Dish> claim) {
        if (claim instanceof Claim.Found<Dish>(Cached<Dish> entry)) {
            return entry;
        }
        throw new AssertionError("not found: " + claim);
    }

    private static void put(Cache<Long, Dish> cache, long key, long seen, Loaded<Dish> loaded) {
        assertEquals(Put.KEPT, await(cache.put(key, loaded, lease(cache, key, seen))));
    }

    private static void assertFresh(Dish dish, long at, Cached<Dish> found) {
        if (!(found instanceof Cached.Fresh<Dish>(Dish value, Cached.Stamp stamp))) {
            throw new AssertionError("not fresh: " + found);
        }
        assertEquals(dish, value);
        assertEquals(at, found.version());
        assertEquals(COST, stamp.cost());
    }

    @Test
    protected void nothingIsKnownAtFirst() {
        assertEquals(new Cached.Missing<>(), await(lasting().find(1L)));
    }

    @Test
    protected void aValueIsFoundFreshUnderItsOwnKey() {
        Cache<Long, Dish> cache = lasting();

        put(cache, 1, 0, loaded(NOODLES, EARLIER));

        assertFresh(NOODLES, EARLIER, await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
    }

    @Test
    protected void aValueThatWasSeenIsReplacedByALaterOne() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));

        put(cache, 1, EARLIER, loaded(RICE, LATER));

        assertFresh(RICE, LATER, await(cache.find(1L)));
    }

    @Test
    protected void whoSawAnotherEntryGetsTheOneThatIsThere() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));

        Claim<Dish> sawNone = await(cache.claim(1L, 0));
        Claim<Dish> sawOlder = await(cache.claim(1L, EARLIER - 5));

        for (Claim<Dish> claim : List.of(sawNone, sawOlder)) {
            assertFresh(NOODLES, EARLIER, found(claim));
        }
    }

    @Test
    protected void anAbsenceThatWasNotSeenIsFoundByAClaim() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, absent(EARLIER));

        Claim<Dish> claim = await(cache.claim(1L, 0));

        assertInstanceOf(Cached.KnownAbsent.class, found(claim));
    }

    @Test
    protected void aValueGoesStaleAndIsStillThere() {
        Cache<Long, Dish> cache = cache(SHORT, LONG, LONG);
        put(cache, 1, 0, loaded(NOODLES, EARLIER));

        eventually(
                this::elapse,
                () -> await(cache.find(1L)) instanceof Cached.Stale<Dish>(Dish dish, Cached.Stamp stamp)
                        && dish.equals(NOODLES)
                        && stamp.loadedAt() == EARLIER);
    }

    @Test
    protected void aValueIsForgottenInTheEnd() {
        Cache<Long, Dish> cache = cache(SHORT, SHORT, LONG);
        put(cache, 1, 0, loaded(NOODLES, EARLIER));

        eventually(this::elapse, () -> await(cache.find(1L)) instanceof Cached.Missing);
    }

    @Test
    protected void anAbsenceIsKnown() {
        Cache<Long, Dish> cache = lasting();

        put(cache, 1, 0, absent(EARLIER));

        assertEquals(
                EARLIER,
                assertInstanceOf(Cached.KnownAbsent.class, await(cache.find(1L)))
                        .version());
    }

    @Test
    protected void anAbsenceIsForgottenSoon() {
        Cache<Long, Dish> cache = cache(LONG, LONG, SHORT);
        put(cache, 1, 0, absent(EARLIER));

        eventually(this::elapse, () -> await(cache.find(1L)) instanceof Cached.Missing);
    }

    @Test
    protected void aValueReplacesAnAbsenceAndTheOtherWayRound() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, absent(EARLIER));

        put(cache, 1, EARLIER, loaded(RICE, LATER));
        assertFresh(RICE, LATER, await(cache.find(1L)));

        put(cache, 1, LATER, absent(LATER + 1));
        assertInstanceOf(Cached.KnownAbsent.class, await(cache.find(1L)));
    }

    @Test
    protected void anEvictedKeyIsMissing() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));
        put(cache, 2, 0, absent(EARLIER));

        String run = await(cache.evict(1L));
        assertEquals(run, await(cache.evict(1L)));
        assertEquals(run, await(cache.evict(2L)));

        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
        assertEquals(run, await(cache.run()));
    }

    @Test
    protected void afterAClearNothingIsKnownAndNoLeaseHolds() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));
        put(cache, 2, 0, absent(EARLIER));
        String late = lease(cache, 3, 0);

        await(cache.clear());
        await(cache.clear());

        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
        assertEquals(Put.REFUSED, await(cache.put(3L, loaded(RICE, EARLIER), late)));
        put(cache, 1, 0, loaded(RICE, LATER));
        assertFresh(RICE, LATER, await(cache.find(1L)));
    }

    @Test
    protected void oneOfManyMayLoad() {
        Cache<Long, Dish> cache = lasting();

        List<Claim<Dish>> claims = atOnce(16, _ -> cache.claim(1L, 0));

        assertEquals(1, claims.stream().filter(Claim.Granted.class::isInstance).count());
        assertEquals(15, claims.stream().filter(Claim.Busy.class::isInstance).count());
    }

    @Test
    protected void whoPutsLearnsThatOthersWait() {
        Cache<Long, Dish> cache = lasting();
        String lease = lease(cache, 1, 0);
        assertInstanceOf(Claim.Busy.class, await(cache.claim(1L, 0)));

        assertEquals(Put.AWAITED, await(cache.put(1L, loaded(RICE, EARLIER), lease)));

        assertInstanceOf(Claim.Found.class, await(cache.claim(1L, 0)));
    }

    @Test
    protected void aLeaseIsGoodForOnePut() {
        Cache<Long, Dish> cache = lasting();
        String lease = lease(cache, 1, 0);
        assertEquals(Put.KEPT, await(cache.put(1L, loaded(RICE, EARLIER), lease)));

        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(NOODLES, LATER), lease)));

        assertFresh(RICE, EARLIER, await(cache.find(1L)));
    }

    @Test
    protected void aLeaseThatWasGivenBackIsVoidAndFree() {
        Cache<Long, Dish> cache = lasting();
        String first = lease(cache, 1, 0);

        await(cache.release(1L, first));
        String second = lease(cache, 1, 0);
        await(cache.release(1L, first));

        assertNotEquals(first, second);
        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(RICE, EARLIER), first)));
        assertEquals(Put.KEPT, await(cache.put(1L, loaded(NOODLES, EARLIER), second)));
    }

    @Test
    protected void aLeaseThatIsNotUsedEnds() {
        Cache<Long, Dish> cache = cache(times(LONG, LONG, LONG, SHORT));
        String first = lease(cache, 1, 0);

        eventually(this::elapse, () -> await(cache.claim(1L, 0)) instanceof Claim.Granted);

        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(RICE, EARLIER), first)));
    }

    /** Loader reads, writer updates and evicts, loader writes. */
    @Test
    protected void whatWasReadBeforeAnEvictionIsNotKeptAfterIt() {
        Cache<Long, Dish> cache = lasting();
        String late = lease(cache, 1, 0);

        var _ = await(cache.evict(1L));

        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)));
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
    }

    /** The same, with another loader that reads after the update and is done before the late one, or not yet. */
    @Test
    protected void aLateLoaderDoesNotReplaceWhatWasReadAfterTheUpdate() {
        Cache<Long, Dish> cache = lasting();
        String late = lease(cache, 1, 0);
        var _ = await(cache.evict(1L));
        String next = lease(cache, 1, 0);

        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)), "while the next loads");
        assertEquals(Put.KEPT, await(cache.put(1L, loaded(RICE, LATER), next)));
        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)), "when the next is done");

        assertFresh(RICE, LATER, await(cache.find(1L)));
    }

    @Test
    protected void aRebuildThatWasOvertakenByAnUpdateKeepsNothing() {
        Cache<Long, Dish> cache = cache(SHORT, LONG, LONG);
        put(cache, 1, 0, loaded(NOODLES, EARLIER));
        eventually(this::elapse, () -> await(cache.find(1L)) instanceof Cached.Stale);
        String rebuild = lease(cache, 1, EARLIER);
        assertTrue(await(cache.find(1L)) instanceof Cached.Stale, "a stale entry is there while it is rebuilt");

        var _ = await(cache.evict(1L));

        assertEquals(Put.REFUSED, await(cache.put(1L, loaded(NOODLES, LATER), rebuild)));
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
    }
}
