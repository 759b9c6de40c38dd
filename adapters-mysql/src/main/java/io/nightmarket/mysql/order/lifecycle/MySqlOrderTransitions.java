package io.nightmarket.mysql.order.lifecycle;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.base.GroupCommit;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.OrderStatus;
import io.nightmarket.domain.order.lifecycle.OrderTransition;
import io.nightmarket.domain.order.lifecycle.OrderTransitions;
import io.nightmarket.domain.order.lifecycle.UnitRelease;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Transitions of tb_voucher_order. */
public final class MySqlOrderTransitions implements OrderTransitions {
    private static final String BUYERS = "SELECT id, user_id FROM tb_voucher_order WHERE id IN";
    private static final String IS_RECENTLY_USED =
            "SELECT 1 FROM tb_voucher_order WHERE id = ? AND use_time > NOW() - INTERVAL ? SECOND";

    /** The order may be one that has to be cleared then. */
    private static final String REOPEN_CALL_OFF = "UPDATE sale_call_off SET done_at = NULL, after_order = 0,"
            + " reopened = reopened + 1 WHERE voucher_id = ?";

    private static final int CANCEL_CALLS = 2;
    private static final int CANCEL_BATCH = 100;
    private static final int MAX_CANCELS = 10_000;

    private final Database database;
    private final ExpireDueOrders due;
    private final GroupCommit<OwnOrder, Optional<Result>> cancels =
            new GroupCommit<>(this::cancelAll, CANCEL_CALLS, CANCEL_BATCH, MAX_CANCELS);

    /** An order of this buyer. */
    private record OwnOrder(OrderId order, UserId buyer) {}

    public MySqlOrderTransitions(Database database) {
        this.database = database;
        this.due = new ExpireDueOrders(database);
    }

    @Override
    public CompletionStage<Result> apply(OrderId id, OrderTransition transition) {
        return database.answerInTransaction(session -> apply(session, id, transition));
    }

    private static Future<Result> apply(DatabaseSession session, OrderId id, OrderTransition transition) {
        return StatusChange.lock(session, id)
                .compose(found -> found.map(order -> apply(new StatusChange(session, transition), order))
                        .orElseGet(() -> Future.succeededFuture(new Result.NoSuchOrder())));
    }

    @Override
    public CompletionStage<Optional<Result>> unredeem(OrderId id, Duration within, StaffAction action) {
        return database.answerInTransaction(session -> StatusChange.lock(session, id)
                .compose(found -> found.map(order -> unredeem(session, order, within, action))
                        .orElseGet(() -> Future.succeededFuture(Optional.of(new Result.NoSuchOrder())))));
    }

    private static Future<Optional<Result>> unredeem(
            DatabaseSession session, Order order, Duration within, StaffAction action) {
        StatusChange change = new StatusChange(session, OrderTransition.UNREDEEM.by(action.actor()));
        if (!change.isAllowed(order)) {
            return Future.succeededFuture(Optional.of(new Result.Unchanged(order)));
        }
        return session.run(IS_RECENTLY_USED, order.id().value(), within.toSeconds())
                .compose(recent -> recent.size() == 0
                        ? Future.succeededFuture(Optional.empty())
                        : apply(change, order)
                                .compose(result -> session.run(
                                                REOPEN_CALL_OFF, order.voucher().value())
                                        .compose(_ -> AuditRows.write(
                                                session, action, OrderStatus.USED.name(), OrderStatus.PAID.name()))
                                        .map(Optional.of(result))));
    }

    /** Cancels that come during others share a transaction: many of one sale would wait for its stock one by one. */
    @Override
    public CompletionStage<Result> cancel(UserId buyer, OrderId order) {
        OwnOrder cancel = new OwnOrder(order, buyer);
        return cancels.submit(cancel)
                .thenCompose(
                        result -> result.map(CompletableFuture::completedStage).orElseGet(() -> cancelAlone(cancel)));
    }

    private CompletionStage<Result> cancelAlone(OwnOrder cancel) {
        return database.answerInTransaction(session -> own(session, List.of(cancel))
                .compose(own -> own.isEmpty()
                        ? Future.succeededFuture(new Result.NoSuchOrder())
                        : apply(session, cancel.order, OrderTransition.CANCEL)));
    }

    private CompletionStage<List<Optional<Result>>> cancelAll(List<OwnOrder> asked) {
        return asked.size() == 1
                ? cancelAlone(asked.getFirst()).thenApply(result -> List.of(Optional.of(result)))
                : database.inTransactionWithoutGapLocks(session -> cancelTogether(session, asked))
                        .recover(failure -> MySqlFailures.mayBeLocked(failure)
                                ? Future.succeededFuture(Collections.nCopies(asked.size(), Optional.<Result>empty()))
                                : Future.failedFuture(failure))
                        .toCompletionStage();
    }

    /**
     * Nothing for orders that are not unpaid or locked by others, and for the second cancel of one; fails when others lock the
     * stock of a sale, so that it holds up no other.
     */
    private static Future<List<Optional<Result>>> cancelTogether(DatabaseSession session, List<OwnOrder> asked) {
        StatusChange change = new StatusChange(session, OrderTransition.CANCEL);
        return own(session, asked)
                .compose(own -> StatusChange.lockFree(
                                session,
                                own.stream().map(order -> order.order.value()).toList())
                        .compose(orders -> change.apply(
                                orders.stream().filter(change::isAllowed).toList()))
                        .map(changed -> results(asked, own, changed)));
    }

    /** The orders that belong to the buyer who asks; locks nothing, so that strangers can't hold up an order. */
    private static Future<Set<OwnOrder>> own(DatabaseSession session, List<OwnOrder> asked) {
        List<Long> ids =
                asked.stream().map(order -> order.order.value()).distinct().toList();
        return Rows.in(session, BUYERS, ids)
                .map(rows -> rows.stream()
                        .map(row -> new OwnOrder(
                                new OrderId(Columns.number(row, "id")), new UserId(Columns.number(row, "user_id"))))
                        .filter(asked::contains)
                        .collect(Collectors.toSet()));
    }

    private static List<Optional<Result>> results(List<OwnOrder> asked, Set<OwnOrder> own, ChangedOrders changed) {
        Map<OrderId, UnitRelease> releases = changed.releases().stream()
                .collect(Collectors.toMap(release -> release.purchase().order(), Function.identity()));
        Map<OrderId, Result> results = new HashMap<>();
        changed.orders()
                .forEach(order -> results.put(
                        order.id(), new Result.Changed(order, Optional.ofNullable(releases.get(order.id())))));
        return asked.stream()
                .map(order -> own.contains(order)
                        ? Optional.ofNullable(results.remove(order.order))
                        : Optional.<Result>of(new Result.NoSuchOrder()))
                .toList();
    }

    private static Future<Result> apply(StatusChange change, Order order) {
        return change.isAllowed(order)
                ? change.apply(order)
                        .map(done -> new Result.Changed(
                                done.orders().getFirst(),
                                done.releases().stream().findFirst()))
                : Future.succeededFuture(new Result.Unchanged(order));
    }

    @Override
    public CompletionStage<Expiry> expire(int max) {
        return due.expire(max).toCompletionStage();
    }
}
