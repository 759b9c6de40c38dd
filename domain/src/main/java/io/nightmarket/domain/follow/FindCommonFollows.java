package io.nightmarket.domain.follow;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.MissedWrites;
import io.nightmarket.domain.base.Timers;
import io.nightmarket.domain.cache.LoadedReads;
import io.nightmarket.domain.follow.FollowSets.Common;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;

/**
 * Whom two users both follow: by the sets, which are loaded when they are not there, and by the database while the sets are away,
 * change, or a list is too long for one.
 */
public final class FindCommonFollows {
    /** The most that are shown. */
    public static final int MAX = 100;

    private final Follows follows;
    private final FollowSets sets;
    private final LoadedReads<Version, List<UserId>> reads;

    /** @param random jitters pauses */
    public FindCommonFollows(
            Follows follows, FollowSets sets, MissedWrites missed, Timers timers, RandomGenerator random) {
        this.follows = follows;
        this.sets = sets;
        this.reads = new LoadedReads<>(
                sets,
                list -> follows.snapshot(list.follower(), FollowSets.MAX_SIZE)
                        .thenApply(snapshot -> snapshot.of(list.number())),
                LoadedReads.SHORT_WAIT,
                missed,
                timers,
                random);
    }

    /** The lowest ids, ascending. */
    public CompletionStage<List<UserId>> find(UserId one, UserId other) {
        return follows.versions(one, other).thenCompose(versions -> {
            Version first = new Version(one, versions.one());
            Version second = new Version(other, versions.other());
            return bySets(first, second).thenCompose(found -> switch (found) {
                case Common.Found(var users) -> CompletableFuture.completedStage(users);
                case Common.NotLoaded _ -> follows.common(one, other, MAX);
            });
        });
    }

    private CompletionStage<Common> bySets(Version one, Version other) {
        return reads.read(
                        () -> sets.common(one, other, MAX),
                        found -> found instanceof Common.NotLoaded(var lists) ? lists : List.of())
                .exceptionallyCompose(DomainFailure.fallBackOn(new Common.NotLoaded(List.of(one, other))));
    }
}
