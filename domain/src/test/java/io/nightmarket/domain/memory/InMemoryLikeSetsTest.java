package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.LikeSetsContract;
import io.nightmarket.domain.note.LikeSets;

final class InMemoryLikeSetsTest extends LikeSetsContract {
    private final LikeSets sets = new InMemoryLikeSets();

    @Override
    protected LikeSets sets() {
        return sets;
    }
}
