package io.nightmarket.http.follow;

import io.nightmarket.domain.account.UserCard;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.follow.FindFollows;
import io.nightmarket.domain.follow.FollowUsers;
import io.nightmarket.http.Limits;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.account.UserCardView;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Users follow others, and look at who follows whom. */
public final class FollowRoutes implements Routes {
    private static final String CURSOR = "cursor";
    private static final long USUAL_SIZE = 10;

    private final FollowUsers followUsers;
    private final FindFollows findFollows;
    private final Limits limits;

    public FollowRoutes(SharedHttpState share, FollowUsers followUsers, FindFollows findFollows) {
        this.followUsers = followUsers;
        this.findFollows = findFollows;
        this.limits = share.limits();
    }

    @Override
    public void bind(Endpoints endpoints) {
        // Users are numbered one by one, and who looks at many of them is slowed down.
        Options readers = Options.USERS.limitedBy(limits.people());
        endpoints.bind("follow", Options.USERS.limitedBy(limits.changing()), this::follow);
        endpoints.bind("isFollowing", Options.USERS, this::isFollowing);
        endpoints.bind("listCommonFollows", readers, this::common);
        endpoints.bind("countFollows", readers, this::count);
        endpoints.bind("listFollowers", readers, this::followers);
        endpoints.bind("listFollowed", readers, this::followed);
    }

    private CompletionStage<Answer> isFollowing(Request request) {
        return findFollows
                .isFollowing(request.session().user(), userOf(request))
                .thenApply(Answer::of);
    }

    private CompletionStage<Answer> common(Request request) {
        return findFollows
                .common(request.session().user(), userOf(request))
                .thenApply(users -> Answer.of(views(users)));
    }

    private CompletionStage<Answer> count(Request request) {
        return findFollows.count(userOf(request)).thenApply(Answer::of);
    }

    private CompletionStage<Answer> followers(Request request) {
        return findFollows
                .followers(userOf(request), before(request), size(request))
                .thenApply(FollowRoutes::page);
    }

    private CompletionStage<Answer> followed(Request request) {
        return findFollows
                .followed(userOf(request), before(request), size(request))
                .thenApply(FollowRoutes::page);
    }

    private static UserId userOf(Request request) {
        return new UserId(request.id("id"));
    }

    private static OptionalLong before(Request request) {
        return Query.text(request.context(), CURSOR)
                .map(cursor -> OptionalLong.of(Ids.parse(cursor, CURSOR)))
                .orElse(OptionalLong.empty());
    }

    private static int size(Request request) {
        return (int) (long) Objects.requireNonNullElse(request.wholeInQuery("size"), USUAL_SIZE);
    }

    private CompletionStage<Answer> follow(Request request) {
        UserId follower = request.session().user();
        boolean follow = "true".equals(request.context().pathParam("follow"));
        return (follow
                        ? followUsers.follow(follower, userOf(request))
                        : followUsers.unfollow(follower, userOf(request)))
                .thenApply(outcome -> switch (outcome) {
                    case DONE -> Answer.DONE;
                    case SELF -> Answer.refused(ErrorCode.FOLLOWS_SELF);
                    case UNKNOWN_USER -> Answer.refused(ErrorCode.USER_NOT_FOUND);
                    case TOO_MANY -> Answer.refused(ErrorCode.FOLLOWS_TOO_MANY);
                });
    }

    /** @param cursor the next page's cursor, null on the last */
    record PageView(List<UserCardView> list, @Nullable String cursor) {}

    private static Answer page(FindFollows.Page page) {
        String cursor = page.next().isPresent() ? Long.toString(page.next().getAsLong()) : null;
        return Answer.of(new PageView(views(page.users()), cursor));
    }

    private static List<UserCardView> views(List<UserCard> users) {
        return users.stream().map(UserCardView::of).toList();
    }
}
