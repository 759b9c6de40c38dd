package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.visitor.VisitBuffer;
import io.nightmarket.domain.visitor.VisitCounts;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.visitor.VisitorRoutes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Views and visitors by day. */
final class VisitorFeature implements Feature {
    private static final Duration FLUSH_INTERVAL = Duration.ofSeconds(1);

    private final Wiring wiring;
    private final VisitBuffer buffer;
    private final VisitCounts counts;

    VisitorFeature(Wiring wiring) {
        this.wiring = wiring;
        this.buffer = wiring.http().share().visitBuffer();
        this.counts = counts(wiring.redis());
        wiring.metrics().droppedViews(buffer);
    }

    private VisitCounts counts(RedisAdapters redis) {
        return redis.visitCounts(wiring.config().people().visitorsKeep());
    }

    @Override
    public List<Deployable> verticles() {
        return List.of(JobVerticle.onEveryNode("visit-counting", this::flush, FLUSH_INTERVAL));
    }

    /** Adds the views since the last flush. */
    private CompletionStage<Void> flush() {
        return buffer.flush(counts);
    }

    @Override
    public CompletionStage<Void> close() {
        return flush();
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new VisitorRoutes(counts(loop)));
    }
}
