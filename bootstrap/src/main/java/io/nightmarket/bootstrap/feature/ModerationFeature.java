package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.account.ManageSessions;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.domain.moderation.EraseUsers;
import io.nightmarket.domain.moderation.ManageUsers;
import io.nightmarket.domain.moderation.ModerateContent;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.WriteComment;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.moderation.ManagedUserRoutes;
import io.nightmarket.http.moderation.ModerationRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * What staff do about users, notes and comments.
 *
 * @param sessions ends sessions of users, by event loop
 */
record ModerationFeature(Wiring wiring, Function<RedisAdapters, ManageSessions> sessions) implements Feature {
    private static final Duration ERASING_INTERVAL = Duration.ofSeconds(5);

    @Override
    public List<Deployable> verticles() {
        MySqlAdapters mysql = wiring.mysql();
        EraseUsers erasing = new EraseUsers(
                mysql.managedUsers(),
                mysql.follows(),
                new FollowUsers(
                        mysql.follows(),
                        wiring.redis().followSets(),
                        wiring.config().people().maxFollowed(),
                        wiring.missedWrites()),
                new PublishNote(mysql.notes(), wiring.caches()),
                new WriteComment(mysql.comments(), wiring.caches()),
                new LikeNote(mysql.likes(), wiring.redis().likeSets(), wiring.missedWrites()));
        return List.of(JobVerticle.pruning("erased-users", erasing::step, wiring.lock(), ERASING_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        SharedHttpState share = wiring.http().share();
        MySqlAdapters mysql = wiring.mysql();
        return List.of(
                new ManagedUserRoutes(
                        share, new ManageUsers(mysql.managedUsers(), sessions.apply(loop), wiring.caches())),
                new ModerationRoutes(share, new ModerateContent(mysql.moderation(), wiring.caches())));
    }
}
