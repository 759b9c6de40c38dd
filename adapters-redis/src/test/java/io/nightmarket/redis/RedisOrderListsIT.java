package io.nightmarket.redis;

import io.nightmarket.domain.contract.OrderListCacheContract;
import io.nightmarket.domain.orderlist.OrderListCache;
import io.nightmarket.redis.orderlist.RedisOrderLists;
import java.util.Random;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RedisOrderListsIT extends OrderListCacheContract {
    @RegisterExtension
    private static final RedisFixture REDIS = new RedisFixture();

    private final OrderListCache lists = new RedisOrderLists(REDIS.link(), new Random(1));

    @Override
    protected OrderListCache lists() {
        return lists;
    }
}
