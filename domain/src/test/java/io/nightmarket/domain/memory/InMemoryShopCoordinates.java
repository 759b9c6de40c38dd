package io.nightmarket.domain.memory;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopPlace;
import io.nightmarket.domain.shop.ShopPlaces;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Where shops lie, in memory. */
public final class InMemoryShopPlaces implements ShopPlaces {
    private final TreeMap<Long, ShopPlace> places = new TreeMap<>();

    public synchronized void put(ShopPlace place) {
        places.put(place.id().value(), place);
    }

    public synchronized void remove(ShopId id) {
        places.remove(id.value());
    }

    @Override
    public synchronized CompletionStage<Optional<ShopPlace>> find(ShopId id) {
        return CompletableFuture.completedStage(Optional.ofNullable(places.get(id.value())));
    }

    @Override
    public synchronized CompletionStage<List<ShopPlace>> after(long id, int most) {
        return CompletableFuture.completedStage(
                places.tailMap(id, false).values().stream().limit(most).toList());
    }
}
