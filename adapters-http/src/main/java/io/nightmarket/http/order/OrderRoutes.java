package io.nightmarket.http.order;

import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.order.FindOrder;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.Ids;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** What became of an order, for its owner. */
public final class OrderRoutes {
    private final FindOrder findOrder;
    private final OrderNumbers numbers;
    private final LocalTimes times;

    public OrderRoutes(FindOrder findOrder, OrderNumbers numbers, LocalTimes times) {
        this.findOrder = findOrder;
        this.numbers = numbers;
        this.times = times;
    }

    public void bind(Endpoints endpoints) {
        endpoints.forUsers("findOrder", this::find);
    }

    private CompletionStage<Answer> find(RoutingContext ctx, Session session) {
        OrderId id = new OrderId(Ids.inPath(ctx, "id"));
        return findOrder
                .find(session.user(), id)
                .thenApply(found -> found.map(progress -> Answer.of(OrderView.of(progress, numbers, times)))
                        .orElseGet(() -> Answer.refused(ErrorCode.ORDER_NOT_FOUND)));
    }
}
