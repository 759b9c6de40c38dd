package io.nightmarket.http.sale;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.http.answer.Json;

/** A sale after a change. */
record SaleView(Object id, String state, long version) {
    static SaleView of(FlashSale sale) {
        return new SaleView(Json.id(sale.voucher().value()), sale.state().name(), sale.version());
    }
}
