package io.nightmarket.http.comment;

import io.nightmarket.domain.comment.ListComments;
import io.nightmarket.domain.comment.WriteComment;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.UserLimit;
import io.nightmarket.http.route.Routes;
import java.time.Duration;

/** Comments over HTTP: what the event loops of a node share, and the routes of each. */
public final class CommentApi {
    /** Of one user: comments that are written and deleted. */
    private static final RateLimit WRITES = new RateLimit(300, Duration.ofMinutes(1));

    private final SharedHttpState share;
    private final UserLimit writing;

    public CommentApi(SharedHttpState share) {
        this.share = share;
        this.writing = new UserLimit(share.buckets(WRITES));
    }

    public Routes routes(WriteComment write, ListComments list) {
        return new CommentRoutes(share, write, list, writing);
    }
}
