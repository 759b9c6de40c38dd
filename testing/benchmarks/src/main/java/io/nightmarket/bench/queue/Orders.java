package io.nightmarket.bench.queue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.flashsale.Purchase;
import io.nightmarket.domain.flashsale.VoucherId;
import io.nightmarket.domain.order.OrderId;
import java.util.List;
import java.util.stream.LongStream;

/** The orders that all contestants get: numbered, each of a buyer of its own. */
final class Orders {
    static final VoucherId VOUCHER = new VoucherId(1);

    private Orders() {}

    static List<Purchase> numbered(long first, int count) {
        return LongStream.range(first, first + count)
                .mapToObj(number -> of(number, number))
                .toList();
    }

    static Purchase of(long number, long buyer) {
        return new Purchase(new OrderId(number), VOUCHER, new UserId(buyer));
    }
}
