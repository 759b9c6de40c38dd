package io.nightmarket.domain.visitor;

import io.nightmarket.domain.shop.ShopId;

/** Something whose views are counted. */
public sealed interface Page {
    /** All of the site. */
    record Site() implements Page {}

    record OfShop(ShopId shop) implements Page {}
}
