package io.nightmarket.domain.follow;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.follow.Follows.VersionChange;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A user follows others, and ends that. The database is written first; a set that misses a change is not used any more. */
public final class FollowUsers {
    private final Follows follows;
    private final FollowSets sets;
    private final int max;
    private final MissedWrites missed;

    /** @param max how many a user may follow */
    public FollowUsers(Follows follows, FollowSets sets, int max, MissedWrites missed) {
        this.follows = follows;
        this.sets = sets;
        this.max = max;
        this.missed = missed;
    }

    /** The outcome. */
    public enum Outcome {
        DONE,
        SELF,
        UNKNOWN_USER,
        TOO_MANY
    }

    /** Repeating it is harmless. */
    public CompletionStage<Outcome> follow(UserId follower, UserId followed) {
        if (follower.equals(followed)) {
            return CompletableFuture.completedStage(Outcome.SELF);
        }
        return follows.follow(follower, followed, max).thenCompose(outcome -> switch (outcome) {
            case Follows.Outcome.Followed(var versions) -> change(follower, versions, followed, true);
            case Follows.Outcome.AlreadyFollowed _ -> CompletableFuture.completedStage(Outcome.DONE);
            case Follows.Outcome.UnknownUser _ -> CompletableFuture.completedStage(Outcome.UNKNOWN_USER);
            case Follows.Outcome.TooMany _ -> CompletableFuture.completedStage(Outcome.TOO_MANY);
        });
    }

    /** Repeating it is harmless, as is unfollowing a user who was not followed, or is gone. */
    public CompletionStage<Outcome> unfollow(UserId follower, UserId followed) {
        return follows.unfollow(follower, followed)
                .thenCompose(changed -> changed.map(versions -> change(follower, versions, followed, false))
                        .orElseGet(() -> CompletableFuture.completedStage(Outcome.DONE)));
    }

    private CompletionStage<Outcome> change(
            UserId follower, VersionChange versions, UserId followed, boolean isFollowed) {
        return missed.answerAnyway(
                "a set of followed users", sets.change(follower, versions, followed, isFollowed), Outcome.DONE);
    }
}
