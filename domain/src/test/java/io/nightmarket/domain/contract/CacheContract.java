package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.atOnce;
import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.count;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cache.Put;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.cache.Loaded;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

public abstract class CacheContract {
    /** Something with more than one member, as real values have. */
    public record Dish(String name, long price, List<String> tags) {}

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Dish NOODLES = new Dish("牛肉面 \"large\"", 1L << 60, List.of("hot", "beef"));
    private static final Dish RICE = new Dish("rice", 3, List.of());
    private static final long EARLIER = 1_700_000_000_000L;
    private static final long LATER = EARLIER + 1;

    /** A cache that is empty at first. */
    protected abstract Cache<Long, Dish> cache(CacheTimes times);

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private static CacheTimes times(Duration softTtl, Duration staleTtl, Duration absentTtl, Duration ticketTtl) {
        return new CacheTimes(softTtl, Duration.ZERO, Duration.ofMillis(10), staleTtl, absentTtl, ticketTtl);
    }

    private Cache<Long, Dish> cache(Duration fresh, Duration keep, Duration absent) {
        return cache(times(fresh, keep, absent, LONG));
    }

    private Cache<Long, Dish> lasting() {
        return cache(LONG, LONG, LONG);
    }

    private static Loaded<Dish> loaded(Dish dish, long at) {
        return new Loaded<>(Optional.of(dish), at);
    }

    private static Loaded<Dish> absent(long at) {
        return new Loaded<>(Optional.empty(), at);
    }

    private static String ticket(Cache<Long, Dish> cache, long key, long seen) {
        if (await(cache.acquireTicket(key, seen)) instanceof LoadTicket.Granted<Dish>(String ticket)) {
            return ticket;
        }
        throw new AssertionError("not granted");
    }

    private static Cached<Dish> found(LoadTicket<Dish> claim) {
        if (claim instanceof LoadTicket.Found<Dish>(Cached<Dish> entry)) {
            return entry;
        }
        throw new AssertionError("not found: " + claim);
    }

    private static void put(Cache<Long, Dish> cache, long key, long seen, Loaded<Dish> loaded) {
        assertEquals(Put.STORED, await(cache.put(key, loaded, ticket(cache, key, seen))));
    }

    private static void assertFresh(Dish dish, long at, Cached<Dish> found) {
        if (!(found instanceof Cached.Fresh<Dish>(Dish value, Cached.Stamp stamp))) {
            throw new AssertionError("not fresh: " + found);
        }
        assertEquals(dish, value);
        assertEquals(at, found.version());
    }

    @Test
    protected void aValueIsFoundUnderItsOwnKeyAndByThoseWhoSawAnotherEntry() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));

        assertFresh(NOODLES, EARLIER, await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
        for (long seen : new long[] {0, EARLIER - 5}) {
            assertFresh(NOODLES, EARLIER, found(await(cache.acquireTicket(1L, seen))));
        }
    }

    @Test
    protected void aValueIsForgottenInTheEndAndAnAbsenceSoon() {
        Cache<Long, Dish> values = cache(SHORT, SHORT, LONG);
        Cache<Long, Dish> absences = cache(LONG, LONG, SHORT);
        put(values, 1, 0, loaded(NOODLES, EARLIER));
        put(absences, 2, 0, absent(EARLIER));
        eventually(this::elapse, () -> await(values.find(1L)) instanceof Cached.Missing);
        eventually(this::elapse, () -> await(absences.find(2L)) instanceof Cached.Missing);
    }

    @Test
    protected void whatWasSeenIsReplacedByWhatIsLater() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, absent(EARLIER));
        Cached<Dish> known = await(cache.find(1L));
        assertEquals(EARLIER, assertInstanceOf(Cached.KnownAbsent.class, known).version());
        assertInstanceOf(Cached.KnownAbsent.class, found(await(cache.acquireTicket(1L, 0))));
        put(cache, 1, EARLIER, loaded(RICE, LATER));
        assertFresh(RICE, LATER, await(cache.find(1L)));
        put(cache, 1, LATER, loaded(NOODLES, LATER + 1));
        assertFresh(NOODLES, LATER + 1, await(cache.find(1L)));
        put(cache, 1, LATER + 1, absent(LATER + 2));
        assertInstanceOf(Cached.KnownAbsent.class, await(cache.find(1L)));
    }

    @Test
    protected void anEvictedKeyIsMissing() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));
        put(cache, 2, 0, absent(EARLIER));

        String run = await(cache.invalidate(1L));
        assertEquals(run, await(cache.invalidate(1L)));
        assertEquals(run, await(cache.invalidate(2L)));

        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
        assertEquals(run, await(cache.incarnation()));
    }

    @Test
    protected void afterAClearNothingIsKnownAndNoLeaseHolds() {
        Cache<Long, Dish> cache = lasting();
        put(cache, 1, 0, loaded(NOODLES, EARLIER));
        put(cache, 2, 0, absent(EARLIER));
        String late = ticket(cache, 3, 0);

        await(cache.clear());
        await(cache.clear());

        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
        assertEquals(Put.REJECTED, await(cache.put(3L, loaded(RICE, EARLIER), late)));
        put(cache, 1, 0, loaded(RICE, LATER));
        assertFresh(RICE, LATER, await(cache.find(1L)));
    }

    @Test
    protected void oneOfManyMayLoadAndLearnsThatOthersWait() {
        Cache<Long, Dish> cache = lasting();
        List<LoadTicket<Dish>> claims = atOnce(16, _ -> cache.acquireTicket(1L, 0));
        assertEquals(1, count(LoadTicket.Granted.class, claims));
        assertEquals(15, count(LoadTicket.Busy.class, claims));

        String ticket = claims.stream()
                .flatMap(claim ->
                        claim instanceof LoadTicket.Granted<Dish>(String granted) ? Stream.of(granted) : Stream.empty())
                .findFirst()
                .orElseThrow();
        assertEquals(Put.STORED_AWAITED, await(cache.put(1L, loaded(RICE, EARLIER), ticket)));
        assertInstanceOf(LoadTicket.Found.class, await(cache.acquireTicket(1L, 0)));
    }

    @Test
    protected void aLeaseThatWasGivenBackIsVoidAndFree() {
        Cache<Long, Dish> cache = lasting();
        String first = ticket(cache, 1, 0);

        await(cache.release(1L, first));
        String second = ticket(cache, 1, 0);
        await(cache.release(1L, first));

        assertNotEquals(first, second);
        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(RICE, EARLIER), first)));
        assertEquals(Put.STORED, await(cache.put(1L, loaded(NOODLES, EARLIER), second)));
    }

    @Test
    protected void aTicketThatIsRenewedOutlivesItsTtl() {
        Duration ttl = Duration.ofSeconds(2);
        Cache<Long, Dish> cache = cache(times(LONG, LONG, LONG, ttl));
        String ticket = ticket(cache, 1, 0);

        elapse(ttl.multipliedBy(3).dividedBy(5));
        await(cache.renew(1L, ticket));
        elapse(ttl.multipliedBy(3).dividedBy(5));

        assertInstanceOf(LoadTicket.Busy.class, await(cache.acquireTicket(1L, 0)));
        assertEquals(Put.STORED_AWAITED, await(cache.put(1L, loaded(RICE, EARLIER), ticket)));
        await(cache.renew(1L, ticket));
        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, LATER), ticket)), "it is good for one");
        assertFresh(RICE, EARLIER, await(cache.find(1L)));
    }

    @Test
    protected void renewingAVoidTicketChangesNothing() {
        Cache<Long, Dish> cache = cache(times(LONG, LONG, LONG, SHORT));
        String late = ticket(cache, 1, 0);
        var _ = await(cache.invalidate(1L));
        await(cache.renew(1L, late));
        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)));

        String next = ticket(cache, 1, 0);
        await(cache.renew(1L, late));

        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)));
        eventually(this::elapse, () -> await(cache.acquireTicket(1L, 0)) instanceof LoadTicket.Granted);
        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(RICE, LATER), next)));
    }

    /** A loader reads, a writer updates and invalidates; another loader reads then, and is done before the late one, or not yet. */
    @Test
    protected void aLateLoaderDoesNotReplaceWhatWasReadAfterTheUpdate() {
        Cache<Long, Dish> cache = lasting();
        String late = ticket(cache, 1, 0);
        var _ = await(cache.invalidate(1L));
        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)));
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
        String next = ticket(cache, 1, 0);

        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)), "while the next loads");
        assertEquals(Put.STORED, await(cache.put(1L, loaded(RICE, LATER), next)));
        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, EARLIER), late)), "when the next is done");

        assertFresh(RICE, LATER, await(cache.find(1L)));
    }

    @Test
    protected void aRebuildThatWasOvertakenByAnUpdateKeepsNothing() {
        Cache<Long, Dish> cache = cache(SHORT, LONG, LONG);
        put(cache, 1, 0, loaded(NOODLES, EARLIER));
        eventually(
                this::elapse,
                () -> await(cache.find(1L)) instanceof Cached.Stale<Dish>(Dish dish, Cached.Stamp stamp)
                        && dish.equals(NOODLES)
                        && stamp.loadedAt() == EARLIER);
        String rebuild = ticket(cache, 1, EARLIER);
        assertTrue(await(cache.find(1L)) instanceof Cached.Stale, "a stale entry is there while it is rebuilt");

        var _ = await(cache.invalidate(1L));

        assertEquals(Put.REJECTED, await(cache.put(1L, loaded(NOODLES, LATER), rebuild)));
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
    }
}
