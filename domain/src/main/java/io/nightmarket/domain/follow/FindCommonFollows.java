package io.nightmarket.domain.follow;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.base.SingleFlight;
import io.nightmarket.domain.follow.FollowSets.Common;
import io.nightmarket.domain.follow.FollowSets.Version;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Whom two users both follow: by the sets, which are loaded when they are not there, and by the database while the sets are away,
 * change, or a list is too long for one.
 */
public final class FindCommonFollows {
    /** The most that are shown. */
    public static final int MAX = 100;

    private final Follows follows;
    private final FollowSets sets;
    private final SingleFlight<Version, Void> loads = new SingleFlight<>();

    public FindCommonFollows(Follows follows, FollowSets sets) {
        this.follows = follows;
        this.sets = sets;
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
        return sets.common(one, other, MAX)
                .thenCompose(found -> switch (found) {
                    case Common.Found _ -> CompletableFuture.completedStage(found);
                    case Common.NotLoaded(var lists) ->
                        OneByOne.doAll(lists, list -> loads.run(list, this::load))
                                .thenCompose(_ -> sets.common(one, other, MAX));
                })
                .exceptionallyCompose(DomainFailure.fallBackOn(new Common.NotLoaded(List.of(one, other))));
    }

    private CompletionStage<Void> load(Version list) {
        return follows.snapshot(list.follower(), FollowSets.MAX_SIZE)
                .thenCompose(snapshot -> snapshot.isWhole()
                        ? sets.store(new Version(list.follower(), snapshot.version()), snapshot.followed())
                        : CompletableFuture.completedStage(null));
    }
}
