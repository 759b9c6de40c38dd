package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.redis.RedisAdapters;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The servers that everything needs. */
final class ServerFeature implements Feature {
    private final Wiring wiring;

    ServerFeature(Wiring wiring) {
        this.wiring = wiring;
        wiring.metrics().overload(wiring.http().share().overload());
    }

    @Override
    public Map<String, Supplier<CompletionStage<Void>>> probes(RedisAdapters loop) {
        return Map.of(
                "redis", () -> loop.ping().thenCompose(_ -> wiring.mark().require()), "mysql", wiring.mysql()::ping);
    }
}
