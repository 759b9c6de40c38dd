package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.contract.CacheContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.CacheExpiry;
import io.nightmarket.redis.cache.RedisCache;
import io.vertx.redis.client.Command;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisCacheIT extends CacheContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final String prefix = "nm:test:cache:" + UUID.randomUUID() + ':';

    private Cache<Long, Dish> cache(CacheExpiry expiry) {
        return new RedisCache<>(
                REDIS.link(),
                key -> prefix + key,
                new CacheEntryCodec<>(new TypeReference<Dish>() {}),
                expiry,
                Clock.systemUTC(),
                new Random(7));
    }

    @Override
    protected Cache<Long, Dish> cache(Duration fresh, Duration keep, Duration absentFor) {
        return cache(new CacheExpiry(fresh, Duration.ofMillis(10), keep, absentFor));
    }

    @Override
    protected void elapse(Duration time) {
        Stages.pause(time);
    }

    @Test
    void anUnreadableEntryCountsAsMissingAndCanBeReplaced() {
        Cache<Long, Dish> cache = cache(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1));
        var _ = REDIS.redis(Command.SET, prefix + 1, "{\"value\":", "PX", "60000");
        assertEquals(new Cached.Missing<>(), await(cache.find(1L)));

        Dish rice = new Dish("rice", 3, List.of());
        await(cache.put(1L, rice));

        assertEquals(new Cached.Fresh<>(rice), await(cache.find(1L)));
    }

    @Test
    void entriesPutTogetherDoNotEndTogether() {
        Duration minute = Duration.ofMinutes(1);
        Cache<Long, Dish> cache = cache(new CacheExpiry(minute, minute, minute, minute));
        Set<Long> ends = new TreeSet<>();
        for (long key = 0; key < 20; key++) {
            await(cache.put(key, new Dish("rice", key, List.of())));
            ends.add(REDIS.redis(Command.PTTL, prefix + key).number() / 1000);
        }

        assertTrue(ends.size() > 10, "ends " + ends);
        assertTrue(ends.stream().allMatch(seconds -> seconds >= 118 && seconds <= 180), "ends " + ends);
    }

    @Test
    void anAbsenceHasAnEndToo() {
        Cache<Long, Dish> cache = cache(Duration.ofHours(1), Duration.ofHours(1), Duration.ofMinutes(1));
        await(cache.putAbsent(1L));

        long end = REDIS.redis(Command.PTTL, prefix + 1).number();

        assertTrue(end > 0 && end <= 66_000, "ends in " + end);
    }
}
