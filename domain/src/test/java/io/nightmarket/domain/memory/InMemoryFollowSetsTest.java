package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.FollowSetsContract;
import io.nightmarket.domain.follow.FollowSets;

final class InMemoryFollowSetsTest extends FollowSetsContract {
    private final FollowSets sets = new InMemoryFollowSets();

    @Override
    protected FollowSets sets() {
        return sets;
    }
}
