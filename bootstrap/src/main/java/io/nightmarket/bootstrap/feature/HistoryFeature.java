package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.domain.order.history.FindOrderHistory;
import io.nightmarket.http.order.history.HistoryRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import java.util.List;
import java.util.Optional;

/** The story of one order, for support. */
record HistoryFeature(Wiring wiring, SaleContext sales) implements Feature {
    @Override
    public List<Routes> routes(RedisAdapters loop) {
        FindOrderHistory history = new FindOrderHistory(
                wiring.mysql().storedHistory(),
                Optional.of(sales.queue(loop).orders()),
                Optional.of(loop.orderLists()),
                sales.epochs,
                sales::shards);
        return List.of(new HistoryRoutes(history, wiring.http().share().times()));
    }
}
