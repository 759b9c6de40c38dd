package io.nightmarket.bench.server;

import io.nightmarket.redis.RedisAdapters;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Adapters of an event loop, closed with its Vert.x. */
public final class OnLoop extends VerticleBase {
    private final RedisConfig config;
    private @Nullable RedisAdapters redis;

    OnLoop(RedisConfig config) {
        this.config = config;
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
