package io.nightmarket.testnode;

import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adapters of an event loop, closed with its Vert.x. */
public final class OnLoop extends VerticleBase {
    private static final int NODE_COMMANDS_AT_ONCE = 10_000;
    private static final long NODE_BACKLOG = 200_000;
    private static final int CODES_PER_HOUR = 60;
    private static final int NO_LIMIT = 0;
    private static final int COMMANDS_AT_ONCE = 100_000;
    private static final long BACKLOG = 100_000_000;

    /** A machine that stalls for a moment is slow, not broken. */
    public static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final RedisConfig config;
    private @Nullable RedisAdapters redis;

    public OnLoop(RedisConfig config) {
        this.config = config;
    }

    /** Settings of a node, but for the time that the server may take. */
    public static RedisConfig patient(String uri) {
        return patient(uri, NODE_BACKLOG);
    }

    /** As {@link #patient(String)}, with a bound of its own on the orders that wait. */
    public static RedisConfig patient(String uri, long maxBacklog) {
        return new RedisConfig(uri, TIMEOUT, NODE_COMMANDS_AT_ONCE, maxBacklog, CODES_PER_HOUR, Optional.empty());
    }

    /** Settings for bulk work that no shopper waits for. */
    public static RedisConfig forBulk(String uri) {
        return new RedisConfig(uri, TIMEOUT, COMMANDS_AT_ONCE, BACKLOG, NO_LIMIT, Optional.empty());
    }

    @Override
    public Future<?> start() {
        return Future.fromCompletionStage(RedisAdapters.connect(vertx, config), context)
                .onSuccess(connected -> redis = connected);
    }

    @Override
    public Future<?> stop() {
        return Future.fromCompletionStage(redis().close(), context);
    }

    public Context loop() {
        return context;
    }

    public RedisAdapters redis() {
        return Objects.requireNonNull(redis, "not deployed");
    }
}
