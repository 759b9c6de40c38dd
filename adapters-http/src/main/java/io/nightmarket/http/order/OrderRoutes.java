package io.nightmarket.http.order;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderProgress;
import io.nightmarket.domain.sale.settlement.FindOrder;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What became of an order, for its owner. */
public final class OrderRoutes implements Routes {
    private final FindOrder findOrder;
    private final OrderNumbers numbers;
    private final LocalTimes times;

    public OrderRoutes(SharedHttpState share, FindOrder findOrder, OrderNumbers numbers) {
        this.findOrder = findOrder;
        this.numbers = numbers;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("findOrder", Options.USERS, this::find);
    }

    private CompletionStage<Answer> find(Request request) {
        return findOrder
                .find(request.session().user(), new OrderId(request.id("id")))
                .thenCompose(found -> found.map(this::show)
                        .orElseGet(() -> CompletableFuture.completedStage(Answer.refused(ErrorCode.ORDER_NOT_FOUND))));
    }

    private CompletionStage<Answer> show(OrderProgress progress) {
        return findOrder
                .payUntil(progress)
                .thenApply(until -> Answer.of(OrderView.of(progress, until.orElse(null), numbers, times)));
    }
}
