package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.OneByOne;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Invalidates the list page on which a new shop appears: an older copy would hide it, and all shops opened with it, from
 * readers of current later pages. In every order a new shop comes last.
 */
public final class InvalidatePages {
    private final ShopRepository shops;
    private final LongFunction<CompletionStage<Void>> types;
    private final Function<ShopPageKey, CompletionStage<Void>> invalidate;
    private final Duration retention;
    private final Clock clock;

    /**
     * @param types as {@link TypesInUse#include}
     * @param invalidate on all nodes
     * @param retention no copy of a page gets older
     */
    public InvalidatePages(
            ShopRepository shops,
            LongFunction<CompletionStage<Void>> types,
            Function<ShopPageKey, CompletionStage<Void>> invalidate,
            Duration retention,
            Clock clock) {
        this.shops = shops;
        this.types = types;
        this.invalidate = invalidate;
        this.retention = retention;
        this.clock = clock;
    }

    /** Called after the shop was written, and again when it fails. Only a new shop may be missing in a cached page. */
    public CompletionStage<Void> listing(ShopId shop) {
        return shops.opening(shop)
                .thenCompose(found -> found.filter(
                                opening -> opening.at().plus(retention).isAfter(clock.instant()))
                        .map(opening -> list(shop, opening.typeId()))
                        .orElse(CompletableFuture.completedStage(null)));
    }

    private CompletionStage<Void> list(ShopId shop, long type) {
        return types.apply(type)
                .thenCompose(_ -> shops.countBefore(shop, type))
                .thenCompose(before -> OneByOne.doAll(pages(type, before), invalidate));
    }

    /** The one after it as well: one more shop may have been opened that was not visible yet. */
    private static List<ShopPageKey> pages(long type, long before) {
        long offset = before / ListShops.PAGE_SIZE * ListShops.PAGE_SIZE;
        return LongStream.of(offset, offset + ListShops.PAGE_SIZE)
                .filter(start -> start < ShopRepository.MAX_LISTED)
                .boxed()
                .flatMap(start -> Stream.of(ShopOrder.values()).map(order -> new ShopPageKey(type, order, start)))
                .toList();
    }
}
