package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedChanges;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes each notification to its listeners. */
public final class InMemoryFeedChanges implements FeedChanges {
    private final List<FeedChanges> listeners = new CopyOnWriteArrayList<>();

    public void subscribe(FeedChanges listener) {
        listeners.add(listener);
    }

    @Override
    public void changed(List<UserId> readers) {
        listeners.forEach(listener -> listener.changed(readers));
    }

    @Override
    public void published(UserId author) {
        listeners.forEach(listener -> listener.published(author));
    }
}
