package io.nightmarket.mysql.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions.ChangedOrders;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.order.OrderRows;
import io.nightmarket.mysql.sale.ReleaseRows;
import io.nightmarket.mysql.sale.ReleaseRows.Kind;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The statements of a transition, inside of a transaction that holds locks on the orders' rows. Locks are taken in this order:
 * order, payment, refund, the shard's epoch, claim, pending release, stock; stocks by voucher. A search for due orders locks
 * their claims first; it waits for no order, so that it closes no circle.
 */
public final class StatusChange {
    private static final String LOCK = OrderRows.ORDERS + " AND id = ? FOR UPDATE";
    static final String READABLE = OrderRows.READABLE + " AND id IN";
    private static final String EVENTS = "INSERT INTO order_event (order_id, kind, user_id, staff_id) VALUES";
    private static final String END_ORDINARY = "DELETE FROM unpaid_order WHERE order_id IN";

    private static final String END_FLASH =
            "UPDATE order_claim c JOIN tb_voucher_order o ON c.voucher_id = o.voucher_id"
                    + " AND c.user_id = o.user_id AND c.order_id = o.id SET c.pay_until = NULL WHERE o.id IN";

    private static final String CLAIMS =
            "SELECT c.order_id, c.voucher_id, c.user_id, c.revision, f.shard FROM tb_voucher_order o"
                    + " JOIN order_claim c ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id AND c.order_id = o.id"
                    + " JOIN flash_sale f ON f.voucher_id = c.voucher_id WHERE o.id IN";

    private static final String DELETE_CLAIMS = "DELETE c FROM order_claim c JOIN tb_voucher_order o"
            + " ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id AND c.order_id = o.id WHERE o.id IN";

    private static final String RAISE_STOCK = "UPDATE tb_seckill_voucher SET stock = stock + ? WHERE voucher_id = ?";

    private final DatabaseSession session;
    private final OrderTransition transition;

    public StatusChange(DatabaseSession session, OrderTransition transition) {
        this.session = session;
        this.transition = transition;
    }

    /** Locks an order and reads it; nothing when there is none. */
    public static Future<Optional<Order>> lock(DatabaseSession session, OrderId id) {
        return session.run(LOCK, id.value()).map(rows -> Rows.first(rows, OrderRows::order));
    }

    /** Buyers and nodes don't wait for one another: an order that is locked is left out. No lock is taken before the order's. */
    public static Future<List<Order>> lockFree(DatabaseSession session, List<Long> ids) {
        return Rows.in(session, READABLE, List.of(), ids, " FOR UPDATE SKIP LOCKED")
                .map(rows -> rows.stream().map(OrderRows::order).toList());
    }

    /** Whether the transition starts from this status. */
    public boolean isAllowed(Order order) {
        return order.status() == transition.from();
    }

    /**
     * Changes orders that are locked and of the status that the transition starts from. The stock, for which settlement waits,
     * comes last: nothing but the commit should follow.
     */
    public Future<ChangedOrders> apply(List<Order> orders) {
        List<Long> ids = orders.stream().map(order -> order.id().value()).toList();
        Future<List<UnitRelease>> returning =
                transition.releasesUnit() ? takeClaims(ids) : Future.succeededFuture(List.of());
        return ids.isEmpty()
                ? Future.succeededFuture(new ChangedOrders(List.of(), List.of()))
                : returning.compose(releases -> Rows.in(session, update(), ids)
                        .compose(_ -> Rows.insert(session, EVENTS, events(orders)))
                        .compose(_ -> endTimeToPay(ids))
                        .compose(_ -> ReleaseRows.write(session, pending(releases)))
                        .compose(_ -> Rows.in(session, OrderRows.ORDERS + " AND id IN", ids))
                        .compose(rows -> raiseStock(releases)
                                .map(new ChangedOrders(
                                        rows.stream().map(OrderRows::order).toList(), releases))));
    }

    /** Changes one order. */
    public Future<ChangedOrders> apply(Order order) {
        return apply(List.of(order));
    }

    /** A claim that stays loses its moment, so that no search for orders that are due passes over it. */
    private Future<?> endTimeToPay(List<Long> ids) {
        return transition.from() != OrderStatus.UNPAID
                ? Future.succeededFuture()
                : Future.join(
                        Rows.in(session, END_ORDINARY, ids),
                        Rows.in(session, END_FLASH, transition.releasesUnit() ? List.of() : ids));
    }

    private String update() {
        String times = switch (transition.to()) {
            case PAID ->
                transition.payType().isPresent()
                        ? ", pay_time = NOW(), pay_type = "
                                + transition.payType().getAsInt()
                        : ", use_time = NULL";
            case USED -> ", use_time = NOW()";
            case REFUNDED -> ", refund_time = NOW()";
            case UNPAID, CANCELLED, REFUNDING -> "";
        };
        return "UPDATE tb_voucher_order SET status = " + transition.to().code() + times + " WHERE " + OrderRows.STATUS
                + " = " + transition.from().code() + " AND id IN";
    }

    private List<List<?>> events(List<Order> orders) {
        @Nullable Long staff = transition.staff().map(UserId::value).orElse(null);
        return orders.stream()
                .<List<?>>map(order -> Arrays.asList(
                        order.id().value(), transition.event(), order.user().value(), staff))
                .toList();
    }

    /** Deletes the claims of the orders; the units that return by that. */
    private Future<List<UnitRelease>> takeClaims(List<Long> ids) {
        return Rows.in(session, CLAIMS, ids).compose(rows -> {
            List<UnitRelease> releases =
                    rows.stream().map(StatusChange::unitRelease).toList();
            return releases.isEmpty()
                    ? Future.succeededFuture(releases)
                    : Rows.in(session, DELETE_CLAIMS, ids).map(releases);
        });
    }

    /** By voucher in ascending order, so that two transactions don't wait for each other. */
    private Future<Void> raiseStock(List<UnitRelease> releases) {
        Map<Long, Long> units = releases.stream()
                .collect(Collectors.groupingBy(
                        release -> release.purchase().voucher().value(), TreeMap::new, Collectors.counting()));
        Future<?> last = Future.succeededFuture();
        for (Map.Entry<Long, Long> sale : units.entrySet()) {
            last = last.compose(_ -> session.run(RAISE_STOCK, sale.getValue(), sale.getKey()));
        }
        return last.mapEmpty();
    }

    private static List<List<?>> pending(List<UnitRelease> releases) {
        return releases.stream()
                .<List<?>>map(release -> ReleaseRows.row(Kind.CANCEL, release.shard(), release.purchase()))
                .toList();
    }

    private static UnitRelease unitRelease(Row row) {
        return new UnitRelease(
                new Shard(Columns.small(row, "shard")),
                new Purchase(
                        new OrderId(Columns.number(row, "order_id")),
                        new VoucherId(Columns.number(row, "voucher_id")),
                        new UserId(Columns.number(row, "user_id")),
                        Columns.number(row, "revision")));
    }
}
