package io.nightmarket.domain.follow;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.LoadedSets;
import io.nightmarket.domain.follow.FollowSets.Version;
import io.nightmarket.domain.follow.Follows.VersionChange;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Copies of followers' lists as sets. A set is used only in the version that {@link Follows} names, so none is ever wrong: one of
 * another version counts as not loaded.
 */
public interface FollowSets extends LoadedSets<Version, List<UserId>> {
    /** The longest list that is kept as a set. */
    int MAX_SIZE = 20_000;

    /** A user's list in one version. */
    record Version(UserId follower, long number) {}

    /** What an intersection brings. */
    sealed interface Common {
        /** Ascending. */
        record Found(List<UserId> users) implements Common {}

        /** These lists are not there in these versions. */
        record NotLoaded(List<Version> lists) implements Common {}
    }

    /** Those whom both follow. */
    CompletionStage<Common> common(Version one, Version other, int max);

    /** Makes one change to a set that is there in the version before it; does nothing to any other. */
    CompletionStage<Void> change(UserId follower, VersionChange versions, UserId followed, boolean isFollowed);
}
