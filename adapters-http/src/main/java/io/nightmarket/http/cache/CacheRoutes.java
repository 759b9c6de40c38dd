package io.nightmarket.http.cache;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.cache.ManageCaches;
import io.nightmarket.domain.cache.ManageCaches.Outcome;
import io.nightmarket.domain.cache.ManageCaches.Status;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What operators see of the caches, and the clearing of one, logged with the actor. */
public final class CacheRoutes implements Routes {
    private static final Logger LOG = LoggerFactory.getLogger(CacheRoutes.class);
    private static final String KEY = "key";

    private final ManageCaches caches;

    public CacheRoutes(ManageCaches caches) {
        this.caches = caches;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listCaches", Options.AUDITORS, _ -> list());
        endpoints.bind("clearCache", Options.ADMINS, request -> clear(request.context(), request.session()));
    }

    private CompletionStage<Answer> list() {
        return CompletableFuture.completedStage(
                Answer.of(caches.list().stream().map(CacheView::of).toList()));
    }

    /** The patterns of the contract admit no line breaks, so name and key are safe to log. */
    private CompletionStage<Answer> clear(RoutingContext ctx, Session session) {
        String name = Objects.requireNonNull(ctx.pathParam("name"));
        Optional<String> key = Query.text(ctx, KEY);
        long actor = session.user().value();
        return caches.clear(name, key)
                .whenComplete((outcome, failure) -> LOG.info(
                        "User {} clears {} of cache {}: {}",
                        actor,
                        key.map(one -> "key " + one).orElse("all keys"),
                        name,
                        failure == null ? outcome : failure.toString()))
                .thenApply(CacheRoutes::answer);
    }

    private static Answer answer(Outcome outcome) {
        return switch (outcome) {
            case CLEARED -> Answer.DONE;
            case NO_SUCH_CACHE -> Answer.refused(ErrorCode.CACHE_NOT_FOUND);
            case NO_KEY -> throw Refusal.malformed(KEY);
        };
    }

    /**
     * A cache as operators see it.
     *
     * @param hitRate null before the first read
     * @param breaker null when there is none
     */
    record CacheView(
            String name,
            String strategy,
            @Nullable Double hitRate,
            long nearHits,
            long sharedHits,
            long misses,
            long loads,
            long failedLoads,
            long nearSize,
            long nearCapacity,
            @Nullable String breaker) {
        private static final double THOUSANDTHS = 1_000;

        static CacheView of(Status status) {
            OptionalDouble hitRate = status.reads().hitRate();
            return new CacheView(
                    status.name(),
                    status.strategy().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                    hitRate.isPresent() ? Math.round(hitRate.getAsDouble() * THOUSANDTHS) / THOUSANDTHS : null,
                    status.reads().near(),
                    status.reads().shared(),
                    status.reads().missed(),
                    status.loads().found(),
                    status.loads().failed(),
                    status.nearSize(),
                    status.nearCapacity(),
                    status.breaker().map(Enum::name).orElse(null));
        }
    }
}
