package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.ListShops;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.domain.shop.ShopTypes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

public final class InMemoryShops implements ShopRepository, ShopTypes {
    private static final Comparator<Shop> BY_ID =
            Comparator.comparingLong(shop -> shop.id().value());

    private final Map<ShopId, Shop> shops = new HashMap<>();
    private final Map<ShopId, UserId> owners = new HashMap<>();
    private final Map<ShopId, Map<UserId, ShopRole>> staff = new HashMap<>();
    private final List<ShopType> types = new ArrayList<>();
    private long lastShop;
    private long lastChange;

    public synchronized void add(Shop shop) {
        lastShop = Math.max(lastShop, shop.id().value());
        shops.put(shop.id(), shop);
    }

    public synchronized void addType(ShopType type) {
        types.add(type);
    }

    /** Makes a merchant the owner of a shop. */
    public synchronized void own(ShopId shop, UserId merchant) {
        owners.put(shop, merchant);
    }

    /** The merchant is not its owner from here on, if it was. */
    synchronized void disown(ShopId shop, UserId merchant) {
        boolean _ = owners.remove(shop, merchant);
    }

    synchronized void disownAll(UserId merchant) {
        boolean _ = owners.values().removeIf(merchant::equals);
        staff.values().forEach(roles -> roles.remove(merchant));
    }

    /** The roles in a shop, for changing them. */
    synchronized Map<UserId, ShopRole> staffOf(ShopId shop) {
        return staff.computeIfAbsent(shop, _ -> new TreeMap<>(Comparator.comparingLong(UserId::value)));
    }

    synchronized void dismiss(UserId user) {
        staff.values().forEach(roles -> roles.remove(user));
    }

    synchronized Map<ShopId, ShopRole> rolesHeldBy(UserId user) {
        Map<ShopId, ShopRole> roles = new HashMap<>();
        staff.forEach((shop, all) -> {
            if (all.containsKey(user)) {
                roles.put(shop, all.get(user));
            }
        });
        owners.forEach((shop, owner) -> {
            if (owner.equals(user)) {
                roles.put(shop, ShopRole.OWNER);
            }
        });
        return roles;
    }

    synchronized Optional<UserId> owner(ShopId shop) {
        return Optional.ofNullable(owners.get(shop));
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
    public synchronized CompletionStage<Optional<ShopRole>> roleIn(ShopId id, UserId user) {
        return CompletableFuture.completedStage(
                user.equals(owners.get(id))
                        ? Optional.of(ShopRole.OWNER)
                        : Optional.ofNullable(staffOf(id).get(user)));
    }

    @Override
    public synchronized CompletionStage<Map<ShopId, ShopRole>> rolesOf(UserId user) {
        return CompletableFuture.completedStage(owners.entrySet().stream()
                .filter(owned -> owned.getValue().equals(user))
                .collect(Collectors.toMap(Map.Entry::getKey, _ -> ShopRole.OWNER)));
    }

    @Override
    public synchronized CompletionStage<ShopRepository.Saved> create(NewShop shop, Optional<UserId> owner) {
        ShopId id = new ShopId(lastShop + 1);
        add(new Shop(
                id,
                shop.name(),
                shop.typeId(),
                shop.images(),
                shop.area(),
                shop.address(),
                shop.x(),
                shop.y(),
                shop.avgPrice(),
                0,
                0,
                0,
                shop.openHours(),
                Instant.EPOCH,
                Instant.EPOCH));
        owner.ifPresent(merchant -> own(id, merchant));
        return CompletableFuture.completedStage(new ShopRepository.Saved(id, note(id)));
    }

    @Override
    public synchronized CompletionStage<Optional<CacheChange>> update(ShopChange change) {
        return CompletableFuture.completedStage(
                Optional.ofNullable(shops.computeIfPresent(change.id(), (_, shop) -> changed(shop, change)))
                        .map(shop -> note(shop.id())));
    }

    private CacheChange note(ShopId id) {
        return new CacheChange(++lastChange, CacheNames.SHOP, Long.toString(id.value()));
    }

    @Override
    public synchronized CompletionStage<List<ShopId>> pageOfType(long typeId, ShopOrder order, long offset, int size) {
        return page(shop -> shop.typeId() == typeId, by(order), offset, size);
    }

    @Override
    public synchronized CompletionStage<List<ShopId>> pageByName(Optional<String> part, long offset, int size) {
        if (offset >= MAX_NAMED || part.filter(ListShops::isTooShort).isPresent()) {
            return CompletableFuture.completedStage(List.of());
        }
        String wanted = part.orElse("").toLowerCase(Locale.ROOT);
        return page(shop -> shop.name().toLowerCase(Locale.ROOT).contains(wanted), BY_ID, offset, size);
    }

    @Override
    public CompletionStage<Long> indexNames(long after, int max) {
        return idsAfter(after, max).thenApply(ids -> ids.isEmpty() ? 0 : ids.getLast());
    }

    @Override
    public CompletionStage<Optional<Opening>> opening(ShopId id) {
        return find(id).thenApply(found -> found.map(shop -> new Opening(shop.typeId(), shop.createTime())));
    }

    @Override
    public synchronized CompletionStage<List<Long>> typesInUse() {
        return CompletableFuture.completedStage(
                shops.values().stream().map(Shop::typeId).distinct().toList());
    }

    @Override
    public synchronized CompletionStage<Long> countBefore(ShopId id, long typeId) {
        return CompletableFuture.completedStage(shops.values().stream()
                .filter(shop -> shop.typeId() == typeId && shop.id().value() < id.value())
                .limit(MAX_LISTED)
                .count());
    }

    private CompletionStage<List<ShopId>> page(Predicate<Shop> wanted, Comparator<Shop> order, long offset, int size) {
        if (offset >= MAX_LISTED) {
            return CompletableFuture.completedStage(List.of());
        }
        return CompletableFuture.completedStage(shops.values().stream()
                .filter(wanted)
                .sorted(order)
                .skip(offset)
                .limit(size)
                .map(Shop::id)
                .toList());
    }

    private static Comparator<Shop> by(ShopOrder order) {
        return switch (order) {
            case ID -> BY_ID;
            case COMMENTS -> Comparator.comparingLong(Shop::comments).reversed().thenComparing(BY_ID);
            case SCORE -> Comparator.comparingInt(Shop::score).reversed().thenComparing(BY_ID);
        };
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

    @Override
    public synchronized CompletionStage<List<Long>> idsAfter(long after, int max) {
        return CompletableFuture.completedStage(shops.keySet().stream()
                .map(ShopId::value)
                .filter(id -> id > after)
                .sorted()
                .limit(max)
                .toList());
    }

    private CacheChange noteTypes() {
        return new CacheChange(++lastChange, CacheNames.SHOP_TYPES, FindShopTypes.ALL_TYPES);
    }

    @Override
    public synchronized CompletionStage<ShopTypes.Saved> create(Draft type) {
        long id = types.stream().mapToLong(ShopType::id).max().orElse(0) + 1;
        types.add(new ShopType(id, type.name(), type.icon(), or(type.sort(), 0), null, null));
        return CompletableFuture.completedStage(new ShopTypes.Saved(id, noteTypes()));
    }

    @Override
    public synchronized CompletionStage<Optional<CacheChange>> update(long id, Draft change) {
        Optional<ShopType> known =
                types.stream().filter(type -> type.id() == id).findFirst();
        known.ifPresent(type -> types.set(
                types.indexOf(type),
                new ShopType(
                        id,
                        orNull(change.name(), type.name()),
                        orNull(change.icon(), type.icon()),
                        or(change.sort(), type.sort()),
                        null,
                        null)));
        return CompletableFuture.completedStage(known.map(_ -> noteTypes()));
    }

    @Override
    public synchronized CompletionStage<Optional<CacheChange>> delete(long id) {
        boolean deleted = shops.values().stream().noneMatch(shop -> shop.typeId() == id)
                && types.removeIf(type -> type.id() == id);
        return CompletableFuture.completedStage(deleted ? Optional.of(noteTypes()) : Optional.empty());
    }
}
