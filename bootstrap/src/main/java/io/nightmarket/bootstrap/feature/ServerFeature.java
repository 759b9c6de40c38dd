package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.node.ListNodes;
import io.nightmarket.http.node.NodeRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;
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
    public List<Routes> routes(RedisAdapters loop) {
        ListNodes listNodes = new ListNodes(wiring.mysql().runningNodes(), wiring.lockTable(loop));
        return List.of(
                new NodeRoutes(wiring.http().share(), listNodes, wiring.config().settings()));
    }

    @Override
    public Map<String, Supplier<CompletionStage<Void>>> probes(RedisAdapters loop) {
        return Map.of(
                "redis", () -> loop.ping().thenCompose(_ -> wiring.mark().require()), "mysql", wiring.mysql()::ping);
    }
}
