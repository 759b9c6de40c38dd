package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.http.audit.AuditRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** The audit trail, for administrators. */
final class AuditFeature implements Feature {
    private final Wiring wiring;

    AuditFeature(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    public String name() {
        return "audit trail";
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new AuditRoutes(wiring.http().share(), wiring.mysql().auditTrail()));
    }
}
