package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.eventually;

import com.fasterxml.jackson.core.type.TypeReference;
import io.nightmarket.domain.base.BackgroundReleases;
import io.nightmarket.domain.base.Backoff;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.cache.CacheTimes;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.memory.RealTimers;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.WholeQueue;
import io.nightmarket.redis.cache.CacheBreaker;
import io.nightmarket.redis.cache.CacheEntryCodec;
import io.nightmarket.redis.cache.RedisCache;
import io.nightmarket.redis.link.RedisLink;
import io.nightmarket.redis.link.Reply;
import io.nightmarket.redis.lock.LockChannel;
import io.nightmarket.redis.lock.LockMode;
import io.nightmarket.redis.lock.RedisLeases;
import io.nightmarket.redis.lock.RedisPermits;
import io.nightmarket.redis.sale.queue.OrderStream;
import io.nightmarket.redis.sale.queue.RedisOrderQueue;
import io.nightmarket.redis.sale.queue.WaitingLinks;
import io.nightmarket.testkit.OwnServer;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A link to the tests' Redis, for the time of a class. Tests keep apart by random shards and ids. */
final class RedisFixture implements BeforeAllCallback, AfterAllCallback {
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final @Nullable Path folder;
    private int classes;
    private @Nullable OwnServer server;
    private @Nullable Vertx vertx;
    private @Nullable RedisLink link;
    private @Nullable WaitingLinks waiting;
    private @Nullable LockChannel lockChannel;

    RedisFixture() {
        this(null);
    }

    private RedisFixture(@Nullable Path folder) {
        this.folder = folder;
    }

    /** For a class that looks at the whole server, where others would disturb it. */
    static RedisFixture onItsOwnServer(Path folder) {
        return new RedisFixture(folder);
    }

    /** Once: classes that are nested in the one that has the fixture share it. */
    @Override
    public void beforeAll(ExtensionContext context) {
        if (classes++ == 0) {
            open();
        }
    }

    private void open() {
        if (folder != null) {
            server = OwnServer.redis(folder);
        }
        Vertx started = Vertx.vertx();
        vertx = started;
        link = await(RedisLink.open(started, started.getOrCreateContext(), settings(uri()), new Random(1)));
        waiting = new WaitingLinks(
                () -> RedisLink.open(started, started.getOrCreateContext(), settings(uri()), new Random(2)));
        lockChannel = new LockChannel(started, started.getOrCreateContext(), settings(uri()), new Random(3));
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        if (--classes > 0 || lockChannel == null || waiting == null) {
            return;
        }
        await(lockChannel.close());
        await(waiting.close());
        await(link().close());
        vertx().close().await(10, TimeUnit.SECONDS);
        if (server != null) {
            server.close();
        }
    }

    static RedisConfig settings(String uri) {
        return settings(uri, TIMEOUT);
    }

    static RedisConfig settings(String uri, Duration timeout) {
        return new RedisConfig(uri, timeout, 1_000, 10, 0, Optional.empty());
    }

    /** Another link, by the test that closes it. */
    RedisLink open(RedisConfig settings) {
        return await(RedisLink.open(vertx(), vertx().getOrCreateContext(), settings, new Random(1)));
    }

    /** A cache on a link, whose entries end as these times say. */
    static <V> RedisCache<Long, V> cache(
            RedisLink link, String name, TypeReference<V> type, CacheTimes times, CacheBreaker breaker) {
        return new RedisCache<>(
                link,
                name,
                key -> Long.toString(key),
                new CacheEntryCodec<>(type),
                times,
                Clock.systemUTC(),
                new SecureRandom(),
                breaker,
                new BackgroundReleases(new RealTimers(), new Backoff(new SecureRandom())));
    }

    static boolean answers(RedisLink link) {
        try {
            return !await(link.send(Request.cmd(Command.PING))).isNothing();
        } catch (DomainFailure e) {
            return false;
        }
    }

    static void untilItAnswers(RedisLink link) {
        eventually(Stages::pause, () -> answers(link));
    }

    /** A shard that no other test uses. */
    static Shard anyShard() {
        return new Shard(ThreadLocalRandom.current().nextInt(1000, Integer.MAX_VALUE));
    }

    String uri() {
        return server == null ? TestServers.redisUri() : server.uri();
    }

    Vertx vertx() {
        return Objects.requireNonNull(vertx);
    }

    RedisLink link() {
        return Objects.requireNonNull(link);
    }

    /** Its own server. */
    OwnServer server() {
        return Objects.requireNonNull(server);
    }

    RedisLeases leases(LockMode mode) {
        return new RedisLeases(link(), Objects.requireNonNull(lockChannel), mode);
    }

    RedisPermits permits(int total) {
        return new RedisPermits(link(), Objects.requireNonNull(lockChannel), total);
    }

    WholeQueue queue(long maxBacklog) {
        return WholeQueue.of(
                RedisOrderQueue.ports(link(), new OrderStream(link(), Objects.requireNonNull(waiting)), maxBacklog));
    }

    /** Sends a command past the adapters. */
    Reply redis(Command command, Object... arguments) {
        return await(link().send(Request.cmd(command, arguments)));
    }
}
