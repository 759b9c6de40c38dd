package io.nightmarket.domain.cache;

/** Counts what happens at one cache. Called by every reader; never throws. */
public interface CacheMeter {
    /** What is counted. */
    enum Event {
        /** A value from this node's own memory, stale or not. */
        NEAR_HIT,
        /** A known absence from this node's own memory. */
        NEAR_ABSENT,
        /** A value from the shared cache that was answered at once, stale or not. */
        SHARED_HIT,
        /** A known absence from the shared cache. */
        SHARED_ABSENT,
        /** Neither had it, or the shared cache could not be asked, or had a value that is not to be served past its time. */
        MISS,
        /** A stale value was served, whatever else is counted of that read. */
        STALE,
        /** The filter knew that there is no such thing. */
        FILTERED,
        /** An entry was rebuilt before anybody missed it. */
        REBUILT,
        /** A value came too late to be kept: its thing had been changed meanwhile. */
        VOIDED,
        /** What was known of a key was forgotten, on this node, for its thing was changed. */
        FORGOTTEN,
        /** Everything near was forgotten, for news may have been missed. */
        CLEARED
    }

    void count(Event event);

    /** The source was asked, and answered or failed after this time. */
    void loaded(long nanos, boolean failed);
}
