package io.nightmarket.http.shop;

import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.http.answer.Rendered;
import io.nightmarket.http.answer.Renderings;
import io.nightmarket.http.request.LocalTimes;
import java.util.List;

/** The pages of shops and of their types, as they were written. One for all verticles of a node. */
record ShopRenderings(Renderings<Shop, Rendered> shops, Renderings<List<ShopType>, Rendered> types) {
    static ShopRenderings of(LocalTimes times) {
        return new ShopRenderings(
                Renderings.ofSuccesses(shop -> ShopView.of(shop, times)),
                Renderings.ofSuccesses(
                        types -> types.stream().map(ShopTypeView::of).toList()));
    }
}
