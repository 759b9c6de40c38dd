package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.FeedChangesContract;
import io.nightmarket.domain.feed.FeedChanges;

final class InMemoryFeedChangesTest extends FeedChangesContract {
    private final InMemoryFeedChanges changes = new InMemoryFeedChanges();

    @Override
    protected FeedChanges changes() {
        return changes;
    }

    @Override
    protected void subscribe(FeedChanges listener) {
        changes.subscribe(listener);
    }
}
