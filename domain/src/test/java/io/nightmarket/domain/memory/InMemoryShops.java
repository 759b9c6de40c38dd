package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Shops in memory. */
public final class InMemoryShops implements ShopRepository {
    private final Map<ShopId, Shop> shops = new HashMap<>();
    private final Map<ShopId, UserId> owners = new HashMap<>();
    private final List<ShopType> types = new ArrayList<>();

    public synchronized void add(Shop shop) {
        shops.put(shop.id(), shop);
    }

    public synchronized void addType(ShopType type) {
        types.add(type);
    }

    /** Makes a merchant the owner of a shop. */
    public synchronized void own(ShopId shop, UserId merchant) {
        owners.put(shop, merchant);
    }

    public synchronized boolean exists(ShopId id) {
        return shops.containsKey(id);
    }

    @Override
    public synchronized CompletionStage<Optional<Shop>> find(ShopId id) {
        return CompletableFuture.completedStage(Optional.ofNullable(shops.get(id)));
    }

    @Override
    public synchronized CompletionStage<List<ShopType>> findTypes() {
        return CompletableFuture.completedStage(types.stream()
                .sorted(Comparator.comparingInt(ShopType::sort).thenComparingLong(ShopType::id))
                .toList());
    }

    @Override
    public synchronized CompletionStage<Boolean> isOwnedBy(ShopId id, UserId merchant) {
        return CompletableFuture.completedStage(merchant.equals(owners.get(id)));
    }

    @Override
    public synchronized CompletionStage<Boolean> update(ShopChange change) {
        return CompletableFuture.completedStage(
                shops.computeIfPresent(change.id(), (_, shop) -> changed(shop, change)) != null);
    }

    private static Shop changed(Shop shop, ShopChange change) {
        return new Shop(
                shop.id(),
                or(change.name(), shop.name()),
                or(change.typeId(), shop.typeId()),
                or(change.images(), shop.images()),
                orNull(change.area(), shop.area()),
                or(change.address(), shop.address()),
                or(change.x(), shop.x()),
                or(change.y(), shop.y()),
                orNull(change.avgPrice(), shop.avgPrice()),
                shop.sold(),
                shop.comments(),
                shop.score(),
                orNull(change.openHours(), shop.openHours()),
                shop.createTime(),
                shop.updateTime());
    }

    private static <T> T or(@Nullable T wanted, T present) {
        return wanted != null ? wanted : present;
    }

    private static <T> @Nullable T orNull(@Nullable T wanted, @Nullable T present) {
        return wanted != null ? wanted : present;
    }
}
