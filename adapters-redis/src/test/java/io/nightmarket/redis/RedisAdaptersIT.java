package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static io.nightmarket.redis.StubRedis.bulk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.cache.Cache;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.cache.Cached;
import io.nightmarket.domain.cache.LoadTicket;
import io.nightmarket.domain.cache.Loaded;
import io.nightmarket.domain.memory.InMemoryIdSegments;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.testkit.TestServers;
import io.vertx.redis.client.Command;
import java.io.IOException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RedisAdaptersIT {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private static final String INFO = "# Server\r\nredis_version:7.2.4\r\nrun_id:0a\r\nmaster_replid:0b\r\n";

    private static RedisAdapters connect(String uri) {
        return await(RedisAdapters.connect(REDIS.vertx(), config(uri, Duration.ofSeconds(10))));
    }

    private static RedisConfig config(String uri, Duration timeout) {
        return new RedisConfig(uri, timeout, 10_000, 200_000, 60, Optional.empty());
    }

    private static Throwable refusal(Map<String, String> changes) throws IOException {
        Map<String, String> answers = new HashMap<>(Map.of(
                "PING",
                "+PONG",
                "INFO",
                bulk(INFO),
                "CONFIG",
                "*2\r\n" + bulk("maxmemory-policy") + "\r\n" + bulk("noeviction")));
        answers.putAll(changes);
        try (StubRedis stub = new StubRedis(answers)) {
            return failureOf(RedisAdapters.connect(REDIS.vertx(), config(stub.uri(), Duration.ofSeconds(2))));
        }
    }

    @Test
    void cachesOfDifferentNamesHoldDifferentThings() {
        RedisAdapters adapters = connect(TestServers.redisUri());
        Duration minute = Duration.ofMinutes(1);
        CacheTimes times = new CacheTimes(minute, Duration.ZERO, Duration.ZERO, minute, minute, minute);
        RedisCaches caches = adapters.caches(minute, new RealTimers());
        Cache<String, List<Long>> one = caches.open("one", key -> key, new TypeReference<List<Long>>() {}, times);
        Cache<String, String> other = caches.open("other", key -> key, new TypeReference<String>() {}, times);
        String key = UUID.randomUUID().toString();
        if (!(await(one.acquireTicket(key, 0)) instanceof LoadTicket.Granted<List<Long>>(String lease))) {
            throw new AssertionError("not granted");
        }

        var _ = await(one.put(key, new Loaded<>(Optional.of(List.of(1L << 60)), 1), lease));

        assertTrue(await(one.find(key)) instanceof Cached.Fresh<List<Long>>(List<Long> value, Cached.Stamp _)
                && value.equals(List.of(1L << 60)));
        assertEquals(new Cached.Missing<>(), await(other.find(key)));
        assertEquals(await(one.invalidate(key)), await(other.incarnation()));
        await(adapters.close());
    }

    @Test
    void afterTheEndEveryPortIsUnavailable() {
        RedisAdapters adapters = connect(TestServers.redisUri());
        await(adapters.ping());

        await(adapters.close());

        assertInstanceOf(Unavailable.class, failureOf(adapters.ping()));
        var _ = failureOf(
                Unavailable.class,
                adapters.idSegments(new InMemoryIdSegments(), 1).lease(LocalDate.EPOCH, 1));
        var _ = failureOf(
                Unavailable.class, adapters.sessionStore(SessionPolicy.DEFAULT).find(SessionId.of("0".repeat(32))));
    }

    @Test
    void anOldServerIsRefused() throws IOException {
        Throwable refusal = refusal(Map.of("INFO", bulk("# Server\r\nredis_version:6.0.16\r\n")));

        assertInstanceOf(IllegalStateException.class, refusal);
        assertEquals("Redis is version 6.0.16; Night Market needs 6.2 or newer", refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"run_id", "master_replid"})
    void aServerThatDoesNotTellWhichItIsIsRefused(String field) throws IOException {
        Throwable refusal = refusal(Map.of("INFO", bulk(INFO.replaceAll(field + ":.*", ""))));

        assertInstanceOf(IllegalStateException.class, refusal);
        assertTrue(String.valueOf(refusal.getMessage()).startsWith("Redis does not report " + field + " in INFO"));
    }

    @Test
    void aServerThatMayEvictIsRefused() throws IOException {
        for (String policy : List.of("allkeys-lru", "volatile-ttl")) {
            Throwable refusal = refusal(Map.of("CONFIG", "*2\r\n" + bulk("maxmemory-policy") + "\r\n" + bulk(policy)));

            assertInstanceOf(IllegalStateException.class, refusal);
            assertTrue(String.valueOf(refusal.getMessage()).contains("maxmemory-policy " + policy));
        }
    }

    /** Rights that a user has, and what of them the refusal names. */
    @ParameterizedTest
    @CsvSource({
        "~* +@all resetchannels, channel",
        "~* +@all resetchannels &other:*, channel",
        "~other:* &* +@all, key",
        "~* &* +@all -info, 'info'",
        "~* &* +@all -@dangerous, 'info'",
        "~* &* +@all -@scripting, eval",
        "~* &* +@all -publish, 'publish'",
    })
    void aUserThatLacksARightIsRefusedAtTheStart(String rights, String what) {
        Throwable refusal = failureOf(
                RedisAdapters.connect(REDIS.vertx(), config(userWith(rights + " +ping"), Duration.ofSeconds(10))));

        assertInstanceOf(IllegalStateException.class, refusal);
        String text = String.valueOf(refusal.getMessage());
        assertTrue(text.startsWith("Redis refuses for now: NOPERM") && text.contains(what), text);
        assertTrue(
                text.endsWith("its user needs ~nm:* (keys), &nm:lock:node:* (channels), +@all -@dangerous +info"
                        + " (commands)"),
                text);
    }

    @Test
    void theRightsThatTheRefusalNamesSuffice() {
        RedisAdapters adapters = connect(userWith("resetchannels ~nm:* &nm:lock:node:* +@all -@dangerous +info"));
        await(adapters.ping());
        await(adapters.close());
    }

    private static String userWith(String rights) {
        String name = "user-" + UUID.randomUUID();
        List<Object> arguments = new ArrayList<>(List.of("SETUSER", name, "on", ">secret"));
        arguments.addAll(List.of(rights.split(" ")));
        var _ = REDIS.redis(Command.ACL, arguments.toArray());
        return TestServers.redisUri().replaceFirst("//([^@]*@)?", "//" + name + ":secret@");
    }

    @Test
    void aServerThatIsLoadingIsUnavailable() throws IOException {
        assertInstanceOf(Unavailable.class, refusal(Map.of("PING", "-LOADING Redis is loading the dataset in memory")));
    }

    @Test
    void aServerThatHidesItsConfigurationIsTaken() throws IOException {
        try (StubRedis stub = new StubRedis(Map.of(
                "PING", "+PONG",
                "INFO", bulk(INFO),
                "CONFIG", "-NOPERM User default has no permissions to run the 'config|get' command",
                "EVALSHA", bulk("0a"),
                "EXISTS", ":0",
                "PUBLISH", ":0"))) {
            RedisAdapters adapters = connect(stub.uri());

            await(adapters.ping());

            await(adapters.close());
        }
    }
}
