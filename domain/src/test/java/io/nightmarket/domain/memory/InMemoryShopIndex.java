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
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The index of shops, and searches in it, in memory. */
public final class InMemoryShopIndex implements ShopIndex, ShopGeoSearch {
    private @Nullable Map<ShopId, ShopCoordinates> front;
    private @Nullable OnSide back;
    private long upTo;
    /** The shops that the index in use should have. */
    private final Set<ShopId> known = new HashSet<>();

    /** The shops of a type are gone from the index in use. */
    public synchronized void lose(long type) {
        if (front != null) {
            front.values().removeIf(shop -> shop.type() == type);
        }
    }

    /** All is gone, as after a loss of the server. */
    public synchronized void lose() {
        front = null;
        back = null;
    }

    @Override
    public synchronized CompletionStage<Found> around(long type, Position center, double radius, int max) {
        Map<ShopId, ShopCoordinates> shops = front;
        if (shops == null) {
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
        return placedUpTo().thenApply(placed -> placed.orElseThrow(() -> new Unavailable("there is no index")));
    }

    @Override
    public synchronized CompletionStage<Boolean> isWhole() {
        return CompletableFuture.completedStage(front != null && front.keySet().equals(known));
    }

    @Override
    public synchronized CompletionStage<Void> giveUp() {
        front = null;
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> place(List<ShopCoordinates> shops) {
        for (ShopCoordinates shop : shops) {
            if (front != null) {
                front.put(shop.id(), shop);
                known.add(shop.id());
            }
            if (back != null) {
                back.shops.put(shop.id(), shop);
            }
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Void> remove(ShopId shop) {
        if (front != null) {
            front.remove(shop);
            known.remove(shop);
        }
        if (back != null) {
            back.shops.remove(shop);
        }
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<OptionalLong> placedUpTo() {
        return CompletableFuture.completedStage(front == null ? OptionalLong.empty() : OptionalLong.of(upTo));
    }

    @Override
    public synchronized CompletionStage<Void> placedUpTo(long id) {
        upTo = id;
        return CompletableFuture.completedStage(null);
    }

    @Override
    public synchronized CompletionStage<Building> build() {
        OnSide building = new OnSide();
        back = building;
        return CompletableFuture.completedStage(building);
    }

    @Override
    public synchronized CompletionStage<Void> tidy() {
        back = null;
        return CompletableFuture.completedStage(null);
    }

    private synchronized CompletionStage<Void> ifStill(OnSide building, Runnable action) {
        if (back != building) {
            return CompletableFuture.failedStage(new Conflict("another building was begun"));
        }
        action.run();
        return CompletableFuture.completedStage(null);
    }

    private final class OnSide implements Building {
        private final Map<ShopId, ShopCoordinates> shops = new HashMap<>();

        @Override
        public CompletionStage<Void> place(List<ShopCoordinates> placed) {
            return ifStill(this, () -> placed.forEach(shop -> shops.put(shop.id(), shop)));
        }

        @Override
        public CompletionStage<Void> use(long id) {
            return ifStill(this, () -> {
                front = shops;
                known.clear();
                known.addAll(shops.keySet());
                back = null;
                upTo = id;
            });
        }
    }
}
