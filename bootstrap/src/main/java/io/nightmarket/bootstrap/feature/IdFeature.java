package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.id.LeaseNextDaySegment;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Ids of orders and adjustments. */
record IdFeature(Wiring wiring) implements Feature {
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** From here on new ids are above those of the orders in the database, other software's included. */
    @Override
    public CompletionStage<Void> prepare() {
        return wiring.ids().raise();
    }

    /** One node of a cluster leases tomorrow's stride. */
    @Override
    public List<Deployable> verticles() {
        LeaseNextDaySegment leasing = new LeaseNextDaySegment(
                wiring.ids().segments(wiring.redis()), wiring.ids().clock());
        return List.of(new JobVerticle("id-lease-ahead", leasing::iterate, wiring.lock(), INTERVAL));
    }
}
