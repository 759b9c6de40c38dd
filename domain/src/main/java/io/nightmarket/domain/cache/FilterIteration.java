package io.nightmarket.domain.cache;

/** The outcome of one iteration of {@link MaintainKeyFilter}. */
public sealed interface FilterIteration {
    /** Why a filter is built. */
    enum Reason {
        /** There was none, or it may have lost keys. */
        MISSING,
        /** The settings ask for another size or error rate. */
        RESHAPED,
        /** It holds more keys than it was sized for. */
        OUTGROWN,
        /** The rebuild interval is over: it still holds keys that were deleted. */
        DUE
    }

    /** A filter of this number of keys was built and is in use. */
    record Built(Reason reason, BloomShape shape, long keys) implements FilterIteration {}

    /** This number of new keys was added. */
    record Extended(long keys) implements FilterIteration {}

    /** Another build was begun, or the filter was lost; the next iteration continues. */
    record Superseded() implements FilterIteration {}
}
