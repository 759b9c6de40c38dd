package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cached;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What every {@link Cache} keeps. */
public abstract class CacheContract {
    /** Something with more than one member, as real values have. */
    public record Dish(String name, long price, List<String> tags) {}

    private static final Duration LONG = Duration.ofHours(1);
    private static final Duration SHORT = Duration.ofMillis(100);
    private static final Dish NOODLES = new Dish("牛肉面 \"large\"", 1L << 60, List.of("hot", "beef"));
    private static final Dish RICE = new Dish("rice", 3, List.of());

    /**
     * A cache that is empty at first.
     *
     * @param fresh so long a value is fresh, but for jitter
     * @param keep so long after that it is served stale
     * @param absentFor so long an absence is known
     */
    protected abstract Cache<Long, Dish> cache(Duration fresh, Duration keep, Duration absentFor);

    /** Lets time pass. */
    protected abstract void elapse(Duration time);

    private Cache<Long, Dish> lasting() {
        return cache(LONG, LONG, LONG);
    }

    @Test
    protected void nothingIsKnownAtFirst() {
        assertEquals(new Cached.Missing<>(), await(lasting().find(1L)));
    }

    @Test
    protected void aValueIsFoundFreshUnderItsOwnKey() {
        Cache<Long, Dish> cache = lasting();

        await(cache.put(1L, NOODLES));

        assertEquals(new Cached.Fresh<>(NOODLES), await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
    }

    @Test
    protected void aLaterValueReplacesAnEarlierOne() {
        Cache<Long, Dish> cache = lasting();
        await(cache.put(1L, NOODLES));

        await(cache.put(1L, RICE));

        assertEquals(new Cached.Fresh<>(RICE), await(cache.find(1L)));
    }

    @Test
    protected void aValueGoesStaleAndIsStillServed() {
        Cache<Long, Dish> cache = cache(SHORT, LONG, LONG);
        await(cache.put(1L, NOODLES));

        eventually(this::elapse, () -> await(cache.find(1L)).equals(new Cached.Stale<>(NOODLES)));
    }

    @Test
    protected void aStaleValueIsFreshAgainWhenPutAgain() {
        Cache<Long, Dish> brief = cache(SHORT, LONG, LONG);
        await(brief.put(1L, NOODLES));
        eventually(this::elapse, () -> await(brief.find(1L)) instanceof Cached.Stale);

        await(brief.put(1L, RICE));

        // On a slow machine it may be stale once more by now; the value tells.
        Cached<Dish> found = await(brief.find(1L));
        assertEquals(
                RICE, found instanceof Cached.Stale<Dish>(Dish dish) ? dish : ((Cached.Fresh<Dish>) found).value());
    }

    @Test
    protected void aValueIsForgottenInTheEnd() {
        Cache<Long, Dish> cache = cache(SHORT, SHORT, LONG);
        await(cache.put(1L, NOODLES));

        eventually(this::elapse, () -> await(cache.find(1L)) instanceof Cached.Missing);
    }

    @Test
    protected void anAbsenceIsKnown() {
        Cache<Long, Dish> cache = lasting();

        await(cache.putAbsent(1L));

        assertEquals(new Cached.KnownAbsent<>(), await(cache.find(1L)));
    }

    @Test
    protected void anAbsenceIsForgottenSoon() {
        Cache<Long, Dish> cache = cache(LONG, LONG, SHORT);
        await(cache.putAbsent(1L));

        eventually(this::elapse, () -> await(cache.find(1L)) instanceof Cached.Missing);
    }

    @Test
    protected void aValueReplacesAnAbsenceAndTheOtherWayRound() {
        Cache<Long, Dish> cache = lasting();
        await(cache.putAbsent(1L));

        await(cache.put(1L, RICE));
        assertEquals(new Cached.Fresh<>(RICE), await(cache.find(1L)));

        await(cache.putAbsent(1L));
        assertEquals(new Cached.KnownAbsent<>(), await(cache.find(1L)));
    }

    @Test
    protected void anEvictedKeyIsMissing() {
        Cache<Long, Dish> cache = lasting();
        await(cache.put(1L, NOODLES));
        await(cache.putAbsent(2L));

        await(cache.evict(1L));
        await(cache.evict(1L));
        await(cache.evict(2L));

        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));
        assertEquals(new Cached.Missing<>(), await(cache.find(2L)));
    }
}
