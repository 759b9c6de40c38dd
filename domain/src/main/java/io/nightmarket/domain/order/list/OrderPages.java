package io.nightmarket.domain.order.list;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads the orders of a buyer, newest first. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface OrderPages {
    /** By {@link Position}, descending. */
    Comparator<Order> NEWEST_FIRST = Comparator.comparing(Position::of).reversed();

    /**
     * Where an order stands in the list. The score is the order's time in whole seconds times 1,000 plus its id modulo 1,000;
     * of equal scores the id decides.
     */
    record Position(long score, OrderId id) implements Comparable<Position> {
        /** The score of the year 9999, before all orders in the list; databases know no greater times. */
        public static final long MAX_SCORE =
                Instant.parse("9999-01-01T00:00:00Z").getEpochSecond() * 1000;

        public static Position of(Order order) {
            return new Position(
                    order.createTime().getEpochSecond() * 1000 + order.id().value() % 1000, order.id());
        }

        @Override
        public int compareTo(Position other) {
            int byScore = Long.compare(score, other.score);
            return byScore != 0 ? byScore : Long.compare(id.value(), other.id.value());
        }
    }

    /**
     * A page of the buyer's orders.
     *
     * @param status only those of this status
     * @param after only those that come after this one in the list; empty: from the newest on
     */
    CompletionStage<List<Order>> page(UserId buyer, Optional<OrderStatus> status, Optional<Position> after, int size);
}
