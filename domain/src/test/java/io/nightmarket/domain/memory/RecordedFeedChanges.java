package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedChanges;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** What a listener was notified of: lists of readers, and authors. */
public final class RecordedFeedChanges implements FeedChanges {
    private final BlockingQueue<Object> notifications = new LinkedBlockingQueue<>();

    @Override
    public void changed(List<UserId> readers) {
        notifications.add(readers);
    }

    @Override
    public void published(UserId author) {
        notifications.add(author);
    }

    public BlockingQueue<Object> notifications() {
        return notifications;
    }
}
