package io.nightmarket.domain.shop;

import io.nightmarket.domain.base.OneByOne;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Invalidates the list page on which a new shop appears: an older copy would hide it, and all shops opened with it, from
 * readers of current later pages. In every order a new shop comes last.
 */
public final class InvalidatePages {
    private final ShopRepository shops;
    private final Function<ShopPageKey, CompletionStage<Void>> invalidate;

    /** @param invalidate on all nodes */
    public InvalidatePages(ShopRepository shops, Function<ShopPageKey, CompletionStage<Void>> invalidate) {
        this.shops = shops;
        this.invalidate = invalidate;
    }

    /** To be called after the shop was written, and again when it fails. */
    public CompletionStage<Void> with(ShopId shop, long typeId) {
        return shops.countBefore(shop, typeId).thenCompose(before -> OneByOne.doAll(pages(typeId, before), invalidate));
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
