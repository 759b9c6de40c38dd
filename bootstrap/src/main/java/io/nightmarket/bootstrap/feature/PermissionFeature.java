package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusSessionEvents;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.permission.AssignShops;
import io.nightmarket.domain.account.permission.ChangeRole;
import io.nightmarket.http.account.permission.PermissionRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** Roles of users, and shops of merchants. */
final class PermissionFeature implements Feature {
    private final Wiring wiring;

    PermissionFeature(Wiring wiring) {
        this.wiring = wiring;
    }

    @Override
    public String name() {
        return "permissions";
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        SessionPolicy policy = wiring.config().sessions().policy();
        return List.of(new PermissionRoutes(
                new ChangeRole(
                        wiring.mysql().permissions(),
                        wiring.mysql()
                                .sessionLedger(
                                        policy, wiring.config().sessions().staffSecondFactor()),
                        loop.sessionStore(policy),
                        new EventBusSessionEvents(wiring.vertx().eventBus()),
                        wiring.clock(),
                        wiring.random()),
                new AssignShops(wiring.mysql().permissions()),
                wiring.config().http().phones()));
    }
}
