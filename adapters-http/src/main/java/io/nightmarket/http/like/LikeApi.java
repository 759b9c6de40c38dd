package io.nightmarket.http.like;

import io.nightmarket.domain.like.LikeNote;
import io.nightmarket.domain.like.ListLikers;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.UserLimit;
import io.nightmarket.http.route.Routes;
import java.time.Duration;

/** Likes over HTTP: what the event loops of a node share, and the routes of each. */
public final class LikeApi {
    /** Of one user. */
    private static final RateLimit LIKES = new RateLimit(600, Duration.ofMinutes(1));

    private final SharedHttpState share;
    private final UserLimit liking;

    public LikeApi(SharedHttpState share) {
        this.share = share;
        this.liking = new UserLimit(share.buckets(LIKES));
    }

    public Routes routes(LikeNote like, ListLikers likers) {
        return new LikeRoutes(share, like, likers, liking);
    }
}
