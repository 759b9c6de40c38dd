package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.note.ListComments;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.http.note.CommentRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Comments on notes. */
final class CommentFeature implements Feature {
    private static final Duration CLEANING_INTERVAL = Duration.ofSeconds(5);

    private final Wiring wiring;
    private final FindUserCard cards;

    /** @param cards the cards of authors */
    CommentFeature(Wiring wiring, FindUserCard cards) {
        this.wiring = wiring;
        this.cards = cards;
    }

    @Override
    public String name() {
        return "comments";
    }

    @Override
    public List<Deployable> verticles() {
        return List.of(
                JobVerticle.pruning("deleted-comments", () -> write().cleanUp(), wiring.lock(), CLEANING_INTERVAL));
    }

    private WriteComment write() {
        return new WriteComment(wiring.mysql().comments(), wiring.caches());
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new CommentRoutes(
                wiring.http().share(), write(), new ListComments(wiring.mysql().comments(), cards)));
    }
}
