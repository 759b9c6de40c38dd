package io.nightmarket.domain.feed;

import io.nightmarket.domain.account.UserId;
import java.util.List;

/** Is notified of feeds whose number of unread notes may have changed. A notification may be lost. */
public interface FeedChanges {
    int MAX_READERS = 128;

    /**
     * Their feeds have other notes, or they saw some of them.
     *
     * @param readers {@link #MAX_READERS} at most
     */
    void changed(List<UserId> readers);

    /** All who follow this author have another note, which is pulled. */
    void published(UserId author);
}
