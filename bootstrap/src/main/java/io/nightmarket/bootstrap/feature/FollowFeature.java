package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.account.FindUserCard;
import io.nightmarket.domain.follow.FindCommonFollows;
import io.nightmarket.domain.follow.FindFollows;
import io.nightmarket.domain.follow.FollowSets;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.http.follow.FollowRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;

/** Follows between users. */
record FollowFeature(Wiring wiring, FindUserCard cards) implements Feature {
    @Override
    public List<Routes> routes(RedisAdapters loop) {
        Follows follows = wiring.mysql().follows();
        FollowSets sets = loop.followSets();
        return List.of(new FollowRoutes(
                wiring.http().share(),
                new FollowUsers(follows, sets, wiring.config().people().maxFollowed(), wiring.missedWrites()),
                new FindFollows(
                        follows,
                        new FindCommonFollows(follows, sets, wiring.missedWrites(), wiring.timers(), wiring.random()),
                        cards)));
    }
}
