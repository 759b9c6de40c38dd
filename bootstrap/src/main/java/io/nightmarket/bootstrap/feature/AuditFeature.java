package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.base.Prune;
import io.nightmarket.http.audit.AuditRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** The audit trail, for administrators. */
record AuditFeature(Wiring wiring) implements Feature {
    private static final Duration PRUNING_INTERVAL = Duration.ofHours(1);

    @Override
    public List<Deployable> verticles() {
        Prune pruning =
                new Prune(wiring.mysql().auditTrail()::prune, wiring.config().auditKeep(), wiring.clock());
        return List.of(new JobVerticle("audit-pruning", pruning::iterate, wiring.lock(), PRUNING_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new AuditRoutes(wiring.http().share(), wiring.mysql().auditTrail()));
    }
}
