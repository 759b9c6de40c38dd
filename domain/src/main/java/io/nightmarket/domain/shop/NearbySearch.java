package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadResult;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/** Finds the shops of a type that lie near a place. */
@FunctionalInterface
public interface NearbySearch {
    /**
     * This number of shops, the nearest first, after leaving out the nearest {@code offset}. It always has a value.
     *
     * @param upTo leaves out shops with a higher id, which were added since the reader's first page; empty for a first
     *     page, whose answer has it for the next ones
     */
    CompletionStage<ReadResult<NearbyPage<ShopId>>> search(
            long typeId, Position from, long offset, int size, OptionalLong upTo);
}
