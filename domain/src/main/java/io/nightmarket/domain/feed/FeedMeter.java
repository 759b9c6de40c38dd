package io.nightmarket.domain.feed;

import java.time.Duration;

/** Is notified of how far the fan-out is, and of feeds that no inbox served. */
public interface FeedMeter {
    /**
     * Now and then, on each node.
     *
     * @param notes how many notes wait for it, one more than {@link FeedOutbox#MAX_PENDING} at most
     * @param age the age of the oldest of them; zero when there is none
     */
    void pending(int notes, Duration age);

    /** A page, or an unread count, was read from the rows of notes, since no inbox served it. */
    void readFromRows();
}
