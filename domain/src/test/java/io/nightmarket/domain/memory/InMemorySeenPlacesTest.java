package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.SeenPlacesContract;
import io.nightmarket.domain.feed.SeenPlaces;

final class InMemorySeenPlacesTest extends SeenPlacesContract {
    private final SeenPlaces seen = new InMemorySeenPlaces();

    @Override
    protected SeenPlaces seen() {
        return seen;
    }
}
