package io.nightmarket.http.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.list.ListOrders;
import io.nightmarket.domain.order.list.OrderPages.Position;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.Cursor;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
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
    private final OrderPageWriter writer;
    private final Limit limit;

    public OrderListRoutes(SharedHttpState share, ListOrders listOrders, OrderNumbers numbers) {
        this.listOrders = listOrders;
        this.writer = new OrderPageWriter(numbers, share.times());
        this.limit = share.limits().orderPages();
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listOrders", Options.USERS.hot().withCheck().limitedBy(limit), this::list);
    }

    private CompletionStage<Answer> list(Request request) {
        UserId buyer = request.session().user();
        Optional<OrderStatus> status =
                Optional.ofNullable(request.wholeInQuery("status")).flatMap(code -> OrderStatus.of((int) (long) code));
        int size = (int) (long) Objects.requireNonNullElse(request.wholeInQuery("size"), USUAL_SIZE);
        return listOrders
                .list(buyer, status, Cursor.read(request.context(), OrderListRoutes::place), size)
                .thenApply(writer::write);
    }

    private static Position place(long score, long order) {
        return new Position(Math.min(Position.MAX_SCORE, score), new OrderId(order));
    }
}
