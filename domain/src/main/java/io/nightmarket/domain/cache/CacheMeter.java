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
        /** Neither had it, or the shared cache could not be asked, or had a stale value that the strategy has replaced first. */
        MISS,
        /** A stale value was served, whatever else is counted of that read. */
        STALE,
        /** The filter excluded that the key exists. */
        FILTERED,
        /** An entry was rebuilt before a reader missed it. */
        REBUILT,
        /** A loaded value was not stored: its key had been invalidated during the load. */
        LOAD_REJECTED,
        /** The copies of one key were invalidated on this node. */
        INVALIDATED,
        /** All near copies were dropped, for messages may have been missed. */
        CLEARED
    }

    void count(Event event);

    /** The source answered or failed after this time. */
    void loaded(long nanos, boolean failed);
}
