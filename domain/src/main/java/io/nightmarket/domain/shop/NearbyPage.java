package io.nightmarket.domain.shop;

import java.util.List;

/**
 * One page of the shops near a place, or of their numbers.
 *
 * @param shops the nearest first
 * @param upTo no shop with a higher id is among these, nor was on the pages before: what the next page has to be asked
 *     with, so that no shop comes twice or is skipped
 */
public record NearbyPage<T>(List<Nearby<T>> shops, long upTo) {
    public NearbyPage {
        shops = List.copyOf(shops);
    }
}
