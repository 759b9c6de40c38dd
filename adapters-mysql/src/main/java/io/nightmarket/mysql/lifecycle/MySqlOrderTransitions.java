package io.nightmarket.mysql.lifecycle;

import io.nightmarket.domain.concurrent.GroupCommit;
import io.nightmarket.domain.lifecycle.OrderTransition;
import io.nightmarket.domain.lifecycle.OrderTransitions;
import io.nightmarket.domain.lifecycle.UnitRelease;
import io.nightmarket.domain.order.Order;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.MySqlFailures;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Transitions of tb_voucher_order; unpaid orders that expire stand in unpaid_order. */
public final class MySqlOrderTransitions implements OrderTransitions {
    private static final OrderTransition CANCEL = new OrderTransition.Cancel();
    private static final int CANCEL_CALLS = 2;
    private static final int CANCEL_BATCH = 100;
    private static final int MAX_CANCELS = 10_000;

    private final Database database;
    private final DueOrders due;
    private final GroupCommit<OrderId, Optional<Result>> cancels =
            new GroupCommit<>(this::cancelAll, CANCEL_CALLS, CANCEL_BATCH, MAX_CANCELS);

    public MySqlOrderTransitions(Database database) {
        this.database = database;
        this.due = new DueOrders(database);
    }

    /** Cancels that come during others share a transaction: many of one sale would wait for its stock one by one. */
    @Override
    public CompletionStage<Result> apply(OrderId id, OrderTransition transition) {
        return transition instanceof OrderTransition.Cancel
                ? cancels.submit(id)
                        .thenCompose(result -> result.map(CompletableFuture::completedStage)
                                .orElseGet(() -> applyAlone(id, transition)))
                : applyAlone(id, transition);
    }

    private CompletionStage<Result> applyAlone(OrderId id, OrderTransition transition) {
        return database.inTransactionWithoutGapLocks(session -> StatusChange.lock(session, id)
                        .compose(found -> found.map(order -> apply(new StatusChange(session, transition), order))
                                .orElseGet(() -> Future.succeededFuture(new Result.NoSuchOrder()))))
                .toCompletionStage();
    }

    /**
     * Nothing for orders that are not unpaid or locked by others, and for the second who cancels one; nothing for all when others
     * lock the stock of a sale, so that it holds up no other.
     */
    private CompletionStage<List<Optional<Result>>> cancelAll(List<OrderId> ids) {
        return ids.size() == 1
                ? applyAlone(ids.getFirst(), CANCEL).thenApply(result -> List.of(Optional.of(result)))
                : database.inTransactionWithoutGapLocks(session -> cancel(
                                session,
                                ids.stream().map(OrderId::value).distinct().toList()))
                        .map(changed -> results(ids, changed))
                        .recover(failure -> MySqlFailures.mayBeLocked(failure)
                                ? Future.succeededFuture(results(ids, new ChangedOrders(List.of(), List.of())))
                                : Future.failedFuture(failure))
                        .toCompletionStage();
    }

    private static Future<ChangedOrders> cancel(DatabaseSession session, List<Long> ids) {
        StatusChange change = new StatusChange(session, CANCEL);
        return StatusChange.lockFree(session, ids)
                .compose(orders ->
                        change.apply(orders.stream().filter(change::isAllowed).toList()));
    }

    private static List<Optional<Result>> results(List<OrderId> ids, ChangedOrders changed) {
        Map<OrderId, Result> results = new HashMap<>();
        changed.orders()
                .forEach(order -> results.put(order.id(), new Result.Changed(order, releaseOf(order, changed))));
        return ids.stream().map(id -> Optional.ofNullable(results.remove(id))).toList();
    }

    private static Optional<UnitRelease> releaseOf(Order order, ChangedOrders changed) {
        return changed.releases().stream()
                .filter(release -> release.purchase().order().equals(order.id()))
                .findFirst();
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
    public CompletionStage<Expiry> expire(Duration payWithin, int max) {
        return due.expire(payWithin, max).toCompletionStage();
    }
}
