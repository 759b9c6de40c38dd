package io.nightmarket.domain.feed;

import java.time.Instant;

/**
 * A place in a feed, which is in the order of time, then of numbers, the highest first.
 *
 * @param note the number of the note that stands there, or any other number
 */
public record FeedPlace(Instant time, long note) implements Comparable<FeedPlace> {
    /** Before all notes, whose rows have no later times. */
    public static final FeedPlace BEGIN = before(Instant.parse("2038-01-19T03:14:07Z"));

    /** After all notes. */
    public static final FeedPlace END = new FeedPlace(Instant.EPOCH, 0);

    /** Before all notes of this time. */
    public static FeedPlace before(Instant time) {
        return new FeedPlace(time, Long.MAX_VALUE);
    }

    /** Whether it says a time alone, as of a reader who begins. */
    public boolean isTime() {
        return note == Long.MAX_VALUE;
    }

    @Override
    public int compareTo(FeedPlace other) {
        int byTime = other.time.compareTo(time);
        return byTime == 0 ? Long.compare(other.note, note) : byTime;
    }
}
