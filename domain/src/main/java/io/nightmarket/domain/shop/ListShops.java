package io.nightmarket.domain.shop;

import io.nightmarket.domain.cache.ReadResult;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Lists shops, page by page. Pages have 10 shops, fewer when one vanished meanwhile; numbers below 1
 * count as 1, and beyond the end pages are empty. A page is as old as the oldest of what it was put together from, and
 * stale when any of that is. It always has a value.
 */
public final class ListShops {
    /** Shops of a page. */
    public static final int PAGE_SIZE = 10;

    /** Characters of a name, as the contract and the table have it. */
    private static final int MAX_NAME = 128;

    private final Function<ShopPageKey, CompletionStage<ReadResult<List<ShopId>>>> ofType;
    private final PagesByName named;
    private final NearbySearch nearby;
    private final ShopCache shops;
    private final LongFunction<CompletionStage<ReadResult<Boolean>>> types;
    private final Clock clock;

    /**
     * @param ofType as {@link ShopRepository#pageOfType}, or cached from there
     * @param types as {@link TypesInUse#mayContain}: of others no shops are looked for
     */
    public ListShops(
            Function<ShopPageKey, CompletionStage<ReadResult<List<ShopId>>>> ofType,
            PagesByName named,
            NearbySearch nearby,
            ShopCache shops,
            LongFunction<CompletionStage<ReadResult<Boolean>>> types,
            Clock clock) {
        this.ofType = ofType;
        this.named = named;
        this.nearby = nearby;
        this.shops = shops;
        this.types = types;
        this.clock = clock;
    }

    /** As {@link ShopRepository#pageByName}. */
    @FunctionalInterface
    public interface PagesByName {
        CompletionStage<List<ShopId>> page(Optional<String> part, long offset, int size);
    }

    /** As {@link SearchNearby#search}. */
    @FunctionalInterface
    public interface NearbySearch {
        CompletionStage<ReadResult<NearbyPage<ShopId>>> search(
                long typeId, Position from, long offset, int size, OptionalLong upTo);
    }

    public CompletionStage<ReadResult<List<Shop>>> byType(long typeId, ShopOrder order, int page) {
        return isBeyond(page)
                ? now(List.of())
                : ifAny(typeId, List.of(), () -> ofType.apply(new ShopPageKey(typeId, order, offset(page))))
                        .thenCompose(ids -> ReadResult.gather(ids, shops::find));
    }

    /** Whether no search is made for so short a part of a name. */
    public static boolean isTooShort(String part) {
        return part.codePointCount(0, part.length()) < ShopRepository.MIN_PART;
    }

    /** Those whose name has this part, or all, up to {@link ShopRepository#MAX_NAMED}. No name has a part longer than names are. */
    public CompletionStage<ReadResult<List<Shop>>> byName(Optional<String> part, int page) {
        boolean findsNothing = page > ShopRepository.MAX_NAMED / PAGE_SIZE
                || part.filter(text -> text.codePointCount(0, text.length()) > MAX_NAME)
                        .isPresent();
        return findsNothing
                ? now(List.of())
                : named.page(part, offset(page), PAGE_SIZE)
                        .thenCompose(this::now)
                        .thenCompose(ids -> ReadResult.gather(ids, shops::find));
    }

    /**
     * The shops of a type that lie near a place, the nearest first.
     *
     * @param upTo what the page before answered; none for the first page
     */
    public CompletionStage<ReadResult<NearbyPage<Shop>>> near(long typeId, Position from, int page, OptionalLong upTo) {
        if (isBeyond(page)) {
            return now(new NearbyPage<>(List.of(), upTo.orElse(0)));
        }
        OptionalLong known = page <= 1 ? OptionalLong.empty() : upTo;
        return ifAny(
                        typeId,
                        new NearbyPage<>(List.of(), upTo.orElse(0)),
                        () -> nearby.search(typeId, from, offset(page), PAGE_SIZE, known))
                .thenCompose(this::find);
    }

    /** What is found of the type, or nothing, as old as the value by which there is none. */
    private <V> CompletionStage<ReadResult<V>> ifAny(
            long typeId, V nothing, Supplier<CompletionStage<ReadResult<V>>> search) {
        return types.apply(typeId)
                .thenCompose(may -> may.value().orElse(true)
                        ? search.get()
                        : CompletableFuture.completedStage(may.map(_ -> nothing)));
    }

    private static boolean isBeyond(int page) {
        return page > ShopRepository.MAX_LISTED / PAGE_SIZE;
    }

    private static long offset(int page) {
        return (Math.max(page, 1) - 1L) * PAGE_SIZE;
    }

    private <V> CompletionStage<ReadResult<V>> now(V value) {
        return CompletableFuture.completedStage(ReadResult.now(value, clock));
    }

    private CompletionStage<ReadResult<NearbyPage<Shop>>> find(ReadResult<NearbyPage<ShopId>> found) {
        long upTo = found.value().orElseThrow().upTo();
        return ReadResult.gather(
                        found.map(NearbyPage::shops),
                        near -> shops.find(near.shop())
                                .thenApply(shop -> shop.map(there -> new Nearby<>(there, near.distance()))))
                .thenApply(there -> there.map(shops -> new NearbyPage<>(shops, upTo)));
    }
}
