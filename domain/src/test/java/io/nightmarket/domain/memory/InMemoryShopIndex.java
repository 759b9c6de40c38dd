package io.nightmarket.domain.memory;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.shop.GreatCircle;
import io.nightmarket.domain.shop.Position;
import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopGeoSearch;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopIndex;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The index of shops, and searches in it, in memory. */
public final class InMemoryShopIndex implements ShopIndex, ShopGeoSearch {
    private final Map<ShopId, ShopCoordinates> shops = new HashMap<>();
    /** The shops that the index should have. */
    private final Set<ShopId> known = new HashSet<>();

    private boolean isBuilt;
    private String attempt = "";
    private int attempts;
    private long upTo;

    /** The shops of a type are gone from the index. */
    public synchronized void lose(long type) {
        shops.values().removeIf(shop -> shop.type() == type);
    }

    /** All is gone, as after a loss of the server. */
    public synchronized void lose() {
        isBuilt = false;
        attempt = "";
        shops.clear();
        known.clear();
    }

    @Override
    public synchronized CompletionStage<Found> around(long type, Position center, double radius, int max) {
        if (!isBuilt) {
            return CompletableFuture.failedStage(new Unavailable("there is no index"));
        }
        List<Located> found = shops.values().stream()
                .filter(shop -> shop.type() == type && GreatCircle.metres(center, shop.x(), shop.y()) <= radius)
                .sorted(Comparator.comparingDouble(
                                (ShopCoordinates shop) -> GreatCircle.metres(center, shop.x(), shop.y()))
                        .thenComparingLong(shop -> shop.id().value()))
                .limit(max)
                .map(shop -> new Located(shop.id(), shop.x(), shop.y()))
                .toList();
        return CompletableFuture.completedStage(new Found(found, upTo));
    }

    @Override
    public CompletionStage<Long> knownUpTo() {
        return inUse().thenApply(inUse ->
                inUse.orElseThrow(() -> new Unavailable("there is no index")).upTo());
    }

    @Override
    public synchronized CompletionStage<Boolean> isWhole() {
        return CompletableFuture.completedStage(isBuilt && shops.keySet().equals(known));
    }

    @Override
    public synchronized CompletionStage<Void> place(List<ShopCoordinates> placed) {
        for (ShopCoordinates shop : placed) {
            shops.put(shop.id(), shop);
            known.add(shop.id());
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> remove(ShopId shop) {
        shops.remove(shop);
        known.remove(shop);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Optional<InUse>> inUse() {
        return CompletableFuture.completedStage(isBuilt ? Optional.of(new InUse(attempt, upTo)) : Optional.empty());
    }

    @Override
    public synchronized CompletionStage<Void> placedUpTo(long id) {
        upTo = id;
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<String> begin(String lost) {
        if (!lost.equals(isBuilt ? attempt : "")) {
            return CompletableFuture.failedStage(new Conflict("another index was put in use"));
        }
        lose();
        attempt = "attempt " + ++attempts;
        return CompletableFuture.completedStage(attempt);
    }

    @Override
    public synchronized CompletionStage<Void> use(String built, long id) {
        if (isBuilt || !built.equals(attempt)) {
            return CompletableFuture.failedStage(new Conflict("another building was begun"));
        }
        isBuilt = true;
        upTo = id;
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Part> read(String from) {
        return CompletableFuture.completedStage(new Part(List.copyOf(known), Part.FIRST));
    }
}
