package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.cache.BloomShape;
import io.nightmarket.domain.cache.FilterIteration;
import io.nightmarket.domain.cache.KeyFilter;
import io.nightmarket.domain.cache.MaintainKeyFilter;
import io.nightmarket.domain.contract.KeyFilterContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.cache.RedisKeyFilter;
import io.nightmarket.redis.link.RedisKeys;
import io.vertx.redis.client.Command;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisKeyFilterIT extends KeyFilterContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final BloomShape SHAPE = new BloomShape(1_000, 1e-6);

    private final String cache = "test-" + UUID.randomUUID();
    private final List<String> keys = List.of(
            RedisKeys.filterBits(cache),
            RedisKeys.filter(cache),
            RedisKeys.buildingFilterBits(cache),
            RedisKeys.buildingFilter(cache));
    private final KeyFilter filter = new RedisKeyFilter(REDIS.link(), cache);

    @Override
    protected KeyFilter filter() {
        return filter;
    }

    @AfterEach
    void cleanUp() {
        loseAll();
    }

    /** What FLUSHALL does, to this test's keys alone. */
    private void loseAll() {
        var _ = REDIS.redis(Command.DEL, keys.toArray());
    }

    private String build(List<Long> ids) {
        String build = await(filter.begin(SHAPE));
        assertTrue(await(filter.addAll(build, ids)));
        assertTrue(await(filter.finish(build)));
        return build;
    }

    private boolean mayContain(long key) {
        return await(filter.mayContain(key));
    }

    @Test
    void whenEverythingIsLostAnythingMayBeContained() {
        String build = build(List.of(1L));
        assertFalse(mayContain(2));

        loseAll();

        assertTrue(mayContain(2));
        assertEquals(Optional.empty(), await(filter.inUse()));
        assertFalse(await(filter.addAll(build, List.of(3L))));
        await(filter.add(3));
        assertTrue(mayContain(2));
    }

    @Test
    void aFilterOfAnotherInstanceCannotTell() {
        String build = build(List.of(1L));

        var _ = REDIS.redis(Command.HSET, RedisKeys.filter(cache), "instance", "another");

        assertTrue(mayContain(1));
        assertTrue(mayContain(2));
        assertEquals(Optional.empty(), await(filter.inUse()));
        assertFalse(await(filter.addAll(build, List.of(3L))));
        assertFalse(await(filter.finish(build)));
    }

    @Test
    void aBuildOfAnotherInstanceCannotGoOn() {
        String build = await(filter.begin(SHAPE));
        assertTrue(await(filter.addAll(build, List.of(1L))));

        var _ = REDIS.redis(Command.HSET, RedisKeys.buildingFilter(cache), "instance", "another");

        assertFalse(await(filter.addAll(build, List.of(2L))));
        assertFalse(await(filter.finish(build)));
        assertTrue(mayContain(2));
    }

    @Test
    void bitsThatAreGoneOrCutShortAreNotMistakenForAnEmptyFilter() {
        var _ = build(List.of(1L));
        var _ = REDIS.redis(Command.SET, RedisKeys.filterBits(cache), "short");
        assertTrue(mayContain(2));
        var _ = REDIS.redis(Command.DEL, RedisKeys.filterBits(cache));
        assertTrue(mayContain(2));

        for (long key = 1; key <= 200; key++) {
            await(filter.add(key));
        }

        assertEquals(0, REDIS.redis(Command.EXISTS, RedisKeys.filterBits(cache)).number());
        assertTrue(mayContain(999));
        assertEquals(Optional.empty(), await(filter.inUse()));
    }

    /** Keys of the filter in use and of the one being built, each with bits of another type or another description. */
    @ParameterizedTest
    @ValueSource(strings = {"bits", "meta", "building", "building:meta"})
    void aKeyOfAnotherTypeCountsAsLostAndTheFilterIsBuiltAgain(String which) {
        MaintainKeyFilter builder = new MaintainKeyFilter(
                filter,
                (after, _) -> CompletableFuture.completedStage(after < 1 ? List.of(1L) : List.of()),
                SHAPE,
                Duration.ofHours(1),
                System::nanoTime);
        assertInstanceOf(FilterIteration.Built.class, await(builder.iterate()));
        var _ = await(filter.begin(SHAPE));
        String key = RedisKeys.filterBits(cache).replaceFirst("bits$", which);
        assertEquals(1, REDIS.redis(Command.DEL, key).number());
        var _ = REDIS.redis(Command.RPUSH, key, "other");

        assertTrue(mayContain(1));
        await(filter.add(3));
        if (!which.startsWith("building")) {
            assertTrue(mayContain(2));
            assertInstanceOf(FilterIteration.Built.class, await(builder.iterate()));
        } else {
            String build = await(filter.begin(SHAPE));
            assertTrue(await(filter.addAll(build, List.of(1L, 3L))));
            assertTrue(await(filter.finish(build)));
        }
        assertFalse(mayContain(2));
    }

    @Test
    void theServerPlacesKeysAsTheShapeSays() {
        List<Long> ids = List.of(1L, -7L, 1L << 62, Long.MIN_VALUE);
        for (BloomShape shape : List.of(SHAPE, new BloomShape(1_000_000, 1e-4))) {
            String build = await(filter.begin(shape));
            assertTrue(await(filter.addAll(build, ids)));
            assertTrue(await(filter.finish(build)));

            long[] places = ids.stream()
                    .flatMapToLong(id -> LongStream.of(shape.positions(id)))
                    .distinct()
                    .toArray();
            for (long place : places) {
                assertEquals(
                        1,
                        REDIS.redis(Command.GETBIT, RedisKeys.filterBits(cache), place)
                                .number());
            }
            assertEquals(
                    places.length,
                    REDIS.redis(Command.BITCOUNT, RedisKeys.filterBits(cache)).number());
        }
    }

    @Test
    void aBuildThatStopsIsForgottenAndAFinishedOneIsNot() {
        String build = await(filter.begin(SHAPE));
        for (int round = 0; round < 2; round++) {
            long description = ttl(RedisKeys.buildingFilter(cache));
            long bits = ttl(RedisKeys.buildingFilterBits(cache));
            assertTrue(description > 0 && description <= 300_000, () -> description + " ms");
            assertTrue(bits > description, "the description must go first");
            assertTrue(await(filter.addAll(build, List.of(1L))));
        }

        assertTrue(await(filter.finish(build)));

        assertEquals(-1, ttl(RedisKeys.filter(cache)));
        assertEquals(-1, ttl(RedisKeys.filterBits(cache)));
        assertEquals(-2, ttl(RedisKeys.buildingFilter(cache)));
        assertEquals(-2, ttl(RedisKeys.buildingFilterBits(cache)));
    }

    private static long ttl(String key) {
        return REDIS.redis(Command.PTTL, key).number();
    }

    @Test
    void aBuildWhoseTimeIsOverCannotFinish() {
        String build = await(filter.begin(SHAPE));
        assertTrue(await(filter.addAll(build, List.of(1L))));
        var _ = REDIS.redis(Command.PEXPIRE, RedisKeys.buildingFilter(cache), 1);
        eventually(
                Stages::pause,
                () -> REDIS.redis(Command.EXISTS, RedisKeys.buildingFilter(cache))
                                .number()
                        == 0);

        assertFalse(await(filter.addAll(build, List.of(2L))));
        assertFalse(await(filter.finish(build)));
        assertTrue(mayContain(3));
    }
}
