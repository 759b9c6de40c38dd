package io.nightmarket.bench.sale;

import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.shop.VoucherId;

/** A sale that was opened for the benchmark. */
record Sale(VoucherId voucher, Epoch epoch, long issued) {
    String path() {
        return "/voucher-order/seckill/" + voucher.value();
    }
}
