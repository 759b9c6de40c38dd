package io.nightmarket.domain.shop;

import java.util.List;

/**
 * One page of the shops near a place.
 *
 * @param shops the nearest first
 * @param upTo no shop with a higher id is among these, nor was on the pages before
 */
public record NearbyIds(List<NearbyId> shops, long upTo) {
    public NearbyIds {
        shops = List.copyOf(shops);
    }
}
