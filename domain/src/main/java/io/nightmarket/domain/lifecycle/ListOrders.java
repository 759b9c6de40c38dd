package io.nightmarket.domain.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.lifecycle.OrderPages.Position;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderStatus;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A buyer looks through the own orders, newest first: none twice, and none skipped that was there at the first page. */
public final class ListOrders {
    private final OrderPages pages;

    public ListOrders(OrderPages pages) {
        this.pages = pages;
    }

    /**
     * A page of the list.
     *
     * @param next where the next page begins; empty at the end of the list
     */
    public record Page(List<Order> orders, Optional<Position> next) {}

    /**
     * Reads a page.
     *
     * @param after the last page's {@code next}; empty: the first page
     */
    public CompletionStage<Page> list(UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size) {
        return pages.page(buyer, status, after, size + 1).thenApply(orders -> {
            if (orders.size() <= size) {
                return new Page(orders, Optional.empty());
            }
            List<Order> page = orders.subList(0, size);
            return new Page(page, Optional.of(Position.of(page.getLast())));
        });
    }
}
