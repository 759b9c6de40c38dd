package io.nightmarket.http.orderlist;

import io.nightmarket.domain.order.OrderNumbers;
import io.nightmarket.domain.orderlist.ListOrders;
import io.nightmarket.http.order.OrderView;
import io.nightmarket.http.request.LocalTimes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a buyer's orders.
 *
 * @param cursor asks for the next page; null at the end
 */
record OrderPageView(List<OrderView> list, @Nullable String cursor) {
    static OrderPageView of(ListOrders.Page page, OrderNumbers numbers, LocalTimes times) {
        return new OrderPageView(
                page.orders().stream()
                        .map(order -> OrderView.of(order, numbers, times))
                        .toList(),
                page.next().map(OrderCursor::write).orElse(null));
    }
}
