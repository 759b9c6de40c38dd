package io.nightmarket.domain.shop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Anybody turns the pages of lists of shops. Pages have 10 shops, fewer when one vanished meanwhile; numbers below 1
 * count as 1, and beyond the end pages are empty.
 */
public final class ListShops {
    private static final int SIZE = 10;

    private final PagesOfType ofType;
    private final PagesByName named;
    private final NearbySearch nearby;
    private final Function<ShopId, CompletionStage<Optional<Shop>>> shops;

    public ListShops(
            PagesOfType ofType,
            PagesByName named,
            NearbySearch nearby,
            Function<ShopId, CompletionStage<Optional<Shop>>> shops) {
        this.ofType = ofType;
        this.named = named;
        this.nearby = nearby;
        this.shops = shops;
    }

    /** As {@link ShopRepository#pageOfType}. */
    @FunctionalInterface
    public interface PagesOfType {
        CompletionStage<List<ShopId>> page(long typeId, ShopOrder order, long offset, int size);
    }

    /** As {@link ShopRepository#pageByName}. */
    @FunctionalInterface
    public interface PagesByName {
        CompletionStage<List<ShopId>> page(Optional<String> part, long offset, int size);
    }

    public CompletionStage<List<Shop>> byType(long typeId, ShopOrder order, int page) {
        return isBeyond(page)
                ? CompletableFuture.completedStage(List.of())
                : ofType.page(typeId, order, offset(page), SIZE).thenCompose(this::find);
    }

    /** Those whose name has this part, or all. No name has a part that is longer than names are. */
    public CompletionStage<List<Shop>> byName(Optional<String> part, int page) {
        boolean findsNothing = isBeyond(page)
                || !part.map(text -> ShopRules.fits(ShopRules.LONGEST_NAME, text))
                        .orElse(true);
        return findsNothing
                ? CompletableFuture.completedStage(List.of())
                : named.page(part, offset(page), SIZE).thenCompose(this::find);
    }

    /**
     * The shops of a type that lie near a place, the nearest first.
     *
     * @param upTo what the page before told; the first page begins anew
     */
    public CompletionStage<NearbyPage> near(long typeId, Position from, int page, OptionalLong upTo) {
        if (isBeyond(page)) {
            return CompletableFuture.completedStage(new NearbyPage(List.of(), upTo.orElse(0)));
        }
        OptionalLong known = page <= 1 ? OptionalLong.empty() : upTo;
        return nearby.search(typeId, from, offset(page), SIZE, known).thenCompose(this::find);
    }

    private static boolean isBeyond(int page) {
        return page > ShopRepository.MOST_LISTED / SIZE;
    }

    private static long offset(int page) {
        return (Math.max(page, 1) - 1L) * SIZE;
    }

    private CompletionStage<List<Shop>> find(List<ShopId> ids) {
        return gather(ids, shops);
    }

    private CompletionStage<NearbyPage> find(NearbyIds found) {
        return gather(
                        found.shops(),
                        near -> shops.apply(near.id())
                                .thenApply(shop -> shop.map(there -> new Nearby(there, near.distance()))))
                .thenApply(there -> new NearbyPage(there, found.upTo()));
    }

    /** What is found, all asked for at once, in the order of what was asked. */
    private static <K, V> CompletionStage<List<V>> gather(
            List<K> keys, Function<K, CompletionStage<Optional<V>>> finder) {
        CompletionStage<List<V>> all = CompletableFuture.completedStage(new ArrayList<>(keys.size()));
        for (CompletionStage<Optional<V>> each : keys.stream().map(finder).toList()) {
            all = all.thenCombine(each, (found, next) -> {
                next.ifPresent(found::add);
                return found;
            });
        }
        return all;
    }
}
