package io.nightmarket.domain.shop;

import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Finds the shops of a type that are near somebody. */
@FunctionalInterface
public interface NearbySearch {
    /**
     * So many of the shops, after so many nearer ones; none beyond the end.
     *
     * @param upTo as the page before told; empty for the first
     */
    CompletionStage<NearbyIds> search(long typeId, Position from, long offset, int size, OptionalLong upTo);
}
