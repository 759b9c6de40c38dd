package io.nightmarket.domain.cache;

/** What a round of {@link BuildFilter} came to. */
public sealed interface FilterRound {
    /** Why a filter is built. */
    enum Reason {
        /** There was none, or it may have lost keys. */
        MISSING,
        /** The settings ask for another. */
        RESHAPED,
        /** It holds more keys than it was made for. */
        OUTGROWN,
        /** Its time is over: it still holds what was deleted meanwhile. */
        DUE
    }

    /** A filter of this number of keys was built and is in use. */
    record Built(Reason reason, BloomShape shape, long keys) implements FilterRound {}

    /** This number of new keys was added. */
    record Followed(long keys) implements FilterRound {}

    /** Another build was begun, or the filter was lost. The next round will see. */
    record Overtaken() implements FilterRound {}
}
