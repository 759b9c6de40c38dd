package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.http.answer.RenderCache;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.request.LocalTimes;
import java.util.List;

/** The pages of shops and of their types, as they were written. One for all verticles of a node. */
record ShopRenderCaches(RenderCache<Shop, Rendered> shops, RenderCache<List<ShopType>, Rendered> types) {
    static ShopRenderCaches of(LocalTimes times) {
        return new ShopRenderCaches(
                RenderCache.ofSuccesses(shop -> ShopView.of(shop, times)),
                RenderCache.ofSuccesses(
                        types -> types.stream().map(ShopTypeView::of).toList()));
    }
}
