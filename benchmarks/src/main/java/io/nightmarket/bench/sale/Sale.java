package io.nightmarket.bench.sale;

import io.nightmarket.domain.flashsale.Shard;
import io.nightmarket.domain.flashsale.VoucherId;

/** A sale that was opened for the benchmark. */
record Sale(VoucherId voucher, Shard shard, long issued) {
    String path() {
        return "/voucher-order/seckill/" + voucher.value();
    }
}
