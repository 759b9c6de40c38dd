package io.nightmarket.domain.follow;

import io.nightmarket.domain.account.UserId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * Who follows whom, in the database. Each change gives the follower's list a higher version, which names its content for good.
 * Fails with {@code Unavailable} or {@code TimedOut}.
 */
public interface Follows {
    /** The most that {@link #countFollowers} and {@link #countFollowed} count. */
    int MAX_COUNTED = 100_000;

    /** The version of a list that was never changed through this port. */
    long FIRST_VERSION = 0;

    /** The outcome of a request to follow. */
    sealed interface Outcome {
        /** Followed now. */
        record Followed(VersionChange versions) implements Outcome {}

        /** Followed before; nothing was changed. */
        record AlreadyFollowed() implements Outcome {}

        /** There is no such user to follow. */
        record UnknownUser() implements Outcome {}

        /** The follower follows as many as one may. */
        record TooMany() implements Outcome {}
    }

    /** The versions of a follower's list before and after one change. */
    record VersionChange(long before, long after) {}

    /**
     * A list in one version.
     *
     * @param followed ascending
     * @param isWhole whether it holds all that the user follows
     */
    record Snapshot(long version, List<UserId> followed, boolean isWhole) {
        /** All that the user follows in this version; empty when they are not all, or of another version. */
        public Optional<List<UserId>> of(long number) {
            return isWhole && version == number ? Optional.of(followed) : Optional.empty();
        }
    }

    /** The versions of two lists, read at one moment. */
    record Versions(long one, long other) {}

    /**
     * A row of a list.
     *
     * @param number grows with time, and names the row for good
     * @param user the other user of the row
     */
    record Entry(long number, UserId user) {}

    /**
     * Follows a user, once however often it is asked.
     *
     * @param max how many the follower may follow
     */
    CompletionStage<Outcome> follow(UserId follower, UserId followed, int max);

    /** Ends that; empty when the user was not followed. */
    CompletionStage<Optional<VersionChange>> unfollow(UserId follower, UserId followed);

    CompletionStage<Boolean> isFollowing(UserId follower, UserId followed);

    CompletionStage<Versions> versions(UserId one, UserId other);

    /** All that a user follows, {@code max} at most. */
    CompletionStage<Snapshot> snapshot(UserId follower, int max);

    /** Those whom both follow, ascending; for times without {@link FollowSets}. */
    CompletionStage<List<UserId>> common(UserId one, UserId other, int max);

    /**
     * Those whom a user follows, the latest first.
     *
     * @param before only entries with a lower number; empty: from the latest on
     */
    CompletionStage<List<Entry>> followed(UserId follower, OptionalLong before, int max);

    /** As {@link #followed}, the followers of a user. */
    CompletionStage<List<Entry>> followers(UserId followed, OptionalLong before, int max);

    /**
     * A follower in the work on all followers of a user.
     *
     * @param list the list of those whom the follower follows, the user among them, in its version of now
     */
    record Follower(long number, FollowSets.Version list) {}

    /** The followers of a user by number, ascending, for work on all of them: who follows meanwhile comes last. */
    CompletionStage<List<Follower>> followersAfter(UserId followed, long after, int max);

    /** How many follow a user, {@value #MAX_COUNTED} at most. */
    CompletionStage<Integer> countFollowers(UserId followed);

    /** How many a user follows, {@value #MAX_COUNTED} at most. */
    CompletionStage<Integer> countFollowed(UserId follower);
}
