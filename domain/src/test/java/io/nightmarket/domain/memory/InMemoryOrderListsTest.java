package io.nightmarket.domain.memory;

import io.nightmarket.domain.contract.OrderListCacheContract;
import io.nightmarket.domain.order.list.OrderListCache;

final class InMemoryOrderListsTest extends OrderListCacheContract {
    private final InMemoryOrderLists lists = new InMemoryOrderLists();

    @Override
    protected OrderListCache lists() {
        return lists;
    }
}
