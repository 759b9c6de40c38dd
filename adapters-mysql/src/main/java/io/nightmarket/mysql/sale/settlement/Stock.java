package io.nightmarket.mysql.sale.settlement;

import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.order.RejectionReason;
import io.nightmarket.domain.sale.queue.QueueEntry.QueuedOrder;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Lowers the stock by what is sold; when it is short, the first in the stream get what is left. */
final class Stock {
    private static final String LOWER =
            "UPDATE tb_seckill_voucher SET stock = stock - ? WHERE voucher_id = ? AND stock >= ?";
    private static final String LOCK = "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ? FOR UPDATE";

    private final DatabaseSession session;
    private final BatchOutcome batch;

    Stock(DatabaseSession session, BatchOutcome batch) {
        this.session = session;
        this.batch = batch;
    }

    /** Lowers it by the whole batch. Fails with {@code Corrupt} when it is short. */
    Future<Void> takeAll() {
        List<Future<Boolean>> sales = new ArrayList<>();
        batch.openBySale().forEach((voucher, orders) -> sales.add(lower(voucher, orders.size())));
        return Future.join(sales)
                .compose(_ -> sales.stream().allMatch(Future::result)
                        ? Future.succeededFuture()
                        : Future.failedFuture(new Corrupt("the stock is short")));
    }

    Future<Void> take() {
        List<Future<Void>> sales = new ArrayList<>();
        batch.openBySale()
                .forEach((voucher, orders) -> sales.add(lower(voucher, orders.size())
                        .compose(enough -> enough ? Future.succeededFuture() : share(voucher, orders))));
        return Future.join(sales).mapEmpty();
    }

    private Future<Boolean> lower(VoucherId voucher, int units) {
        return session.run(LOWER, units, voucher.value(), units).map(changed -> changed.rowCount() == 1);
    }

    private Future<Void> share(VoucherId voucher, List<QueuedOrder> orders) {
        return session.run(LOCK, voucher.value())
                .map(rows -> Rows.number(rows, "stock"))
                .compose(stock -> {
                    int winners = Math.clamp(stock, 0, orders.size());
                    return lower(voucher, winners)
                            .compose(_ -> refuse(voucher, orders.subList(winners, orders.size())));
                });
    }

    private Future<Void> refuse(VoucherId voucher, List<QueuedOrder> losers) {
        List<Object> values = new ArrayList<>();
        values.add(voucher.value());
        losers.forEach(order -> values.add(order.buyer().value()));
        losers.forEach(order -> batch.reject(order, RejectionReason.SOLD_OUT));
        return losers.isEmpty()
                ? Future.succeededFuture()
                : session.run(
                                "DELETE FROM order_claim WHERE voucher_id = ? AND user_id IN ("
                                        + Rows.placeholders(losers.size()) + ")",
                                values)
                        .mapEmpty();
    }
}
