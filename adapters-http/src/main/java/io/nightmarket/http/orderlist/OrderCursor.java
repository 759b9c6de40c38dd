package io.nightmarket.http.orderlist;

import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.orderlist.OrderPages.Position;
import io.nightmarket.http.answer.Refusal;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** The cursor of the order list, {@code score-id}. */
final class OrderCursor {
    private static final String NAME = "cursor";

    private OrderCursor() {}

    static String write(Position position) {
        return position.score() + "-" + position.id().value();
    }

    /** The contract says that both are digits; numbers beyond 63 bits are refused. */
    static Optional<Position> in(RoutingContext context) {
        String cursor = context.request().getParam(NAME);
        if (cursor == null || cursor.isEmpty()) {
            return Optional.empty();
        }
        try {
            int dash = cursor.indexOf('-');
            return Optional.of(new Position(
                    Math.min(Position.MAX_SCORE, Long.parseLong(cursor, 0, dash, 10)),
                    new OrderId(Long.parseLong(cursor, dash + 1, cursor.length(), 10))));
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed(NAME);
        }
    }
}
