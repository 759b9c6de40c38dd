package io.nightmarket.redis;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.queue.WholeQueue;
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

    @Override
    public void beforeAll(ExtensionContext context) {
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
        if (lockChannel != null) {
            await(lockChannel.close());
        }
        if (waiting != null) {
            await(waiting.close());
        }
        if (link != null) {
            await(link.close());
        }
        if (vertx != null) {
            vertx.close().await(10, TimeUnit.SECONDS);
        }
        if (server != null) {
            server.close();
        }
    }

    static RedisConfig settings(String uri) {
        return new RedisConfig(uri, TIMEOUT, 1000, 10, 0, Optional.empty());
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
