package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.Reading;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * Anybody turns the pages of lists of shops. Pages have 10 shops, fewer when one vanished meanwhile; numbers below 1
 * count as 1, and beyond the end pages are empty. A page is as old as the oldest of what it was put together from, and
 * stale when any of that is. It always has a value.
 */
public final class ListShops {
    /** So many shops has a page. */
    public static final int PAGE_SIZE = 10;

    private final PagesOfType ofType;
    private final PagesByName named;
    private final NearbySearch nearby;
    private final Function<ShopId, CompletionStage<Reading<Shop>>> shops;
    private final LongFunction<CompletionStage<Boolean>> types;
    private final Clock clock;

    /** @param types whether there may be a type of this id: of others no shops are looked for */
    public ListShops(
            PagesOfType ofType,
            PagesByName named,
            NearbySearch nearby,
            Function<ShopId, CompletionStage<Reading<Shop>>> shops,
            LongFunction<CompletionStage<Boolean>> types,
            Clock clock) {
        this.ofType = ofType;
        this.named = named;
        this.nearby = nearby;
        this.shops = shops;
        this.types = types;
        this.clock = clock;
    }

    /** As {@link ShopRepository#pageOfType}, or kept from there for a while. */
    @FunctionalInterface
    public interface PagesOfType {
        CompletionStage<Reading<List<ShopId>>> page(long typeId, ShopOrder order, long offset, int size);
    }

    /** As {@link ShopRepository#pageByName}. */
    @FunctionalInterface
    public interface PagesByName {
        CompletionStage<List<ShopId>> page(Optional<String> part, long offset, int size);
    }

    public CompletionStage<Reading<List<Shop>>> byType(long typeId, ShopOrder order, int page) {
        return isBeyond(page)
                ? CompletableFuture.completedStage(current(List.of()))
                : types.apply(typeId)
                        .thenCompose(known -> known
                                ? ofType.page(typeId, order, offset(page), PAGE_SIZE)
                                : CompletableFuture.completedStage(current(List.of())))
                        .thenCompose(ids -> gather(ids, shops));
    }

    /** Those whose name has this part, or all. No name has a part that is longer than names are. */
    public CompletionStage<Reading<List<Shop>>> byName(Optional<String> part, int page) {
        boolean findsNothing = isBeyond(page)
                || !part.map(text -> ShopRules.fits(ShopRules.LONGEST_NAME, text))
                        .orElse(true);
        return findsNothing
                ? CompletableFuture.completedStage(current(List.of()))
                : named.page(part, offset(page), PAGE_SIZE).thenCompose(ids -> gather(current(ids), shops));
    }

    /**
     * The shops of a type that lie near a place, the nearest first.
     *
     * @param upTo what the page before told; the first page begins anew
     */
    public CompletionStage<Reading<NearbyPage>> near(long typeId, Position from, int page, OptionalLong upTo) {
        if (isBeyond(page)) {
            return CompletableFuture.completedStage(current(new NearbyPage(List.of(), upTo.orElse(0))));
        }
        OptionalLong known = page <= 1 ? OptionalLong.empty() : upTo;
        return types.apply(typeId)
                .thenCompose(may -> may
                        ? nearby.search(typeId, from, offset(page), PAGE_SIZE, known)
                        : CompletableFuture.completedStage(current(new NearbyIds(List.of(), upTo.orElse(0)))))
                .thenCompose(this::find);
    }

    private static boolean isBeyond(int page) {
        return page > ShopRepository.MOST_LISTED / PAGE_SIZE;
    }

    private static long offset(int page) {
        return (Math.max(page, 1) - 1L) * PAGE_SIZE;
    }

    private <V> Reading<V> current(V value) {
        return new Reading<>(Optional.of(value), clock.instant(), false);
    }

    private CompletionStage<Reading<NearbyPage>> find(Reading<NearbyIds> found) {
        long upTo = found.value().orElseThrow().upTo();
        return gather(
                        found.map(NearbyIds::shops),
                        near -> shops.apply(near.id())
                                .thenApply(shop -> shop.map(there -> new Nearby(there, near.distance()))))
                .thenApply(there -> there.map(shops -> new NearbyPage(shops, upTo)));
    }

    /** What is found, all asked for at once, in the order of what was asked. */
    private static <K, V> CompletionStage<Reading<List<V>>> gather(
            Reading<List<K>> keys, Function<K, CompletionStage<Reading<V>>> finder) {
        List<K> wanted = keys.value().orElse(List.of());
        List<CompletableFuture<Reading<V>>> asked = new ArrayList<>(wanted.size());
        for (K key : wanted) {
            asked.add(finder.apply(key).toCompletableFuture());
        }
        return CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new))
                .thenApply(_ -> together(keys, asked));
    }

    private static <V> Reading<List<V>> together(Reading<?> keys, List<CompletableFuture<Reading<V>>> done) {
        List<V> found = new ArrayList<>(done.size());
        Instant oldest = keys.loadedAt();
        boolean stale = keys.stale();
        Reading<V> nothing = new Reading<>(Optional.empty(), oldest, false);
        for (CompletableFuture<Reading<V>> each : done) {
            Reading<V> next = each.getNow(nothing);
            next.value().ifPresent(found::add);
            oldest = next.loadedAt().isBefore(oldest) ? next.loadedAt() : oldest;
            stale |= next.stale();
        }
        return new Reading<>(Optional.of(found), oldest, stale);
    }
}
