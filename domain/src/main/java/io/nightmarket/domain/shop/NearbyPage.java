package io.nightmarket.domain.shop;

import java.util.List;

/**
 * One page of the shops near a place.
 *
 * @param shops the nearest first
 * @param upTo what the next page has to be asked with, so that no shop comes twice or is skipped
 */
public record NearbyPage(List<Nearby> shops, long upTo) {
    public NearbyPage {
        shops = List.copyOf(shops);
    }
}
