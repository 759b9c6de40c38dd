package io.nightmarket.http.orderlist;

import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.orderlist.ListOrders;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Lists the orders of a shopper. */
public final class OrderListRoutes implements Routes {
    private static final long USUAL_SIZE = 10;

    private final ListOrders listOrders;
    private final OrderNumbers numbers;
    private final LocalTimes times;

    public OrderListRoutes(SharedHttpState share, ListOrders listOrders, OrderNumbers numbers) {
        this.listOrders = listOrders;
        this.numbers = numbers;
        this.times = share.times();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listOrders", Options.USERS, this::list);
    }

    private CompletionStage<Answer> list(Request request) {
        Optional<OrderStatus> status =
                Optional.ofNullable(request.wholeInQuery("status")).flatMap(code -> OrderStatus.of((int) (long) code));
        int size = (int) (long) Objects.requireNonNullElse(request.wholeInQuery("size"), USUAL_SIZE);
        return listOrders
                .list(request.session().user(), status, OrderCursor.in(request.context()), size)
                .thenApply(page -> Answer.of(OrderPageView.of(page, numbers, times)));
    }
}
