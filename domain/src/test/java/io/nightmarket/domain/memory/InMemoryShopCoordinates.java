package io.nightmarket.domain.memory;

import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Where shops lie, in memory. */
public final class InMemoryShopCoordinates implements ShopCoordinatesReader {
    private final TreeMap<Long, ShopCoordinates> coordinates = new TreeMap<>();

    public synchronized void put(ShopCoordinates place) {
        coordinates.put(place.id().value(), place);
    }

    public synchronized void remove(ShopId id) {
        coordinates.remove(id.value());
    }

    @Override
    public synchronized CompletionStage<List<ShopCoordinates>> findAll(List<ShopId> ids) {
        return CompletableFuture.completedStage(ids.stream()
                .flatMap(id -> Stream.ofNullable(coordinates.get(id.value())))
                .toList());
    }

    @Override
    public synchronized CompletionStage<List<ShopCoordinates>> after(long id, int max) {
        return CompletableFuture.completedStage(
                coordinates.tailMap(id, false).values().stream().limit(max).toList());
    }
}
