package io.nightmarket.mysql.sale;

import io.nightmarket.domain.base.Conflict;
import io.nightmarket.domain.sale.Epoch;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.sale.StockAdjustment.State;
import io.nightmarket.domain.sale.operation.StockAdjustments;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Adjustments in stock_adjustment. A writer of one of a sale holds the sale's row meanwhile. */
public final class MySqlStockAdjustments implements StockAdjustments {
    private static final String SALE = "SELECT shard FROM flash_sale WHERE voucher_id = ? FOR UPDATE";
    private static final String COLUMNS = "SELECT a.id, f.shard, a.voucher_id, a.name, a.units, a.state"
            + " FROM stock_adjustment a JOIN flash_sale f ON f.voucher_id = a.voucher_id";
    private static final String NAMED = COLUMNS + " WHERE a.voucher_id = ? AND a.name = ?";
    private static final String PENDING = COLUMNS + " WHERE a.state = 'PENDING' AND a.id > ? ORDER BY a.id LIMIT ?";
    private static final String INSERT =
            "INSERT INTO stock_adjustment (id, voucher_id, name, units, state) VALUES (?, ?, ?, ?, 'PENDING')";

    /** Within what the column can hold. */
    private static final String RAISE_STOCK = "UPDATE tb_seckill_voucher SET stock = stock + ?"
            + " WHERE voucher_id = ? AND stock <= " + Integer.MAX_VALUE + " - ?";

    private static final String LOWER_STOCK =
            "UPDATE tb_seckill_voucher SET stock = stock + ? WHERE voucher_id = ? AND stock + ? >= 0";
    private static final String CHANGE_ISSUED = "UPDATE flash_sale SET issued = issued + ? WHERE voucher_id = ?";
    private static final String END = "UPDATE stock_adjustment SET state = ? WHERE id = ? AND state = 'PENDING'";

    private final Database database;

    public MySqlStockAdjustments(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Written> write(long id, VoucherId voucher, String name, long units) {
        return database.inTransaction(session -> session.run(SALE, voucher.value())
                        .map(rows -> Rows.first(rows, row -> new Shard(Columns.small(row, "shard"))))
                        .compose(shard -> shard.isEmpty()
                                ? Future.<Written>succeededFuture(new Written.NoSuchSale())
                                : findOrWrite(
                                        session,
                                        new StockAdjustment(id, shard.get(), voucher, name, units, State.PENDING))))
                .toCompletionStage();
    }

    private static Future<Written> findOrWrite(DatabaseSession session, StockAdjustment wished) {
        return session.run(NAMED, wished.voucher().value(), Buffer.buffer(wished.name()))
                .map(rows -> Rows.first(rows, MySqlStockAdjustments::adjustment))
                .compose(known -> known.isPresent()
                        ? Future.<Written>succeededFuture(new Written.Stands(known.get()))
                        : raise(session, wished)
                                .compose(raised -> raised
                                        ? insert(session, wished).map(new Written.Stands(wished))
                                        : Future.succeededFuture(new Written.TooMany())));
    }

    private static Future<Boolean> raise(DatabaseSession session, StockAdjustment wished) {
        return wished.units() < 0 ? Future.succeededFuture(true) : change(session, RAISE_STOCK, wished);
    }

    /** Stock and issued go together; false, and neither, when the statement finds that the stock must not. */
    private static Future<Boolean> change(DatabaseSession session, String stock, StockAdjustment adjustment) {
        long voucher = adjustment.voucher().value();
        return session.run(stock, adjustment.units(), voucher, adjustment.units())
                .compose(changed -> changed.rowCount() == 1
                        ? session.run(CHANGE_ISSUED, adjustment.units(), voucher)
                                .map(true)
                        : Future.succeededFuture(false));
    }

    private static Future<Void> insert(DatabaseSession session, StockAdjustment wished) {
        return session.run(INSERT, wished.id(), wished.voucher().value(), Buffer.buffer(wished.name()), wished.units())
                .mapEmpty();
    }

    @Override
    public CompletionStage<Void> finish(Epoch epoch, StockAdjustment adjustment) {
        return database.inTransaction(session -> ShardEpochs.require(session, epoch)
                        .compose(_ -> session.run(SALE, adjustment.voucher().value()))
                        .compose(_ -> end(session, adjustment, State.DONE))
                        .compose(mine -> mine && adjustment.units() < 0
                                ? change(session, LOWER_STOCK, adjustment).compose(MySqlStockAdjustments::mustHold)
                                : Future.succeededFuture()))
                .toCompletionStage();
    }

    private static Future<Void> mustHold(boolean lowered) {
        return lowered
                ? Future.succeededFuture()
                : Future.failedFuture(new Conflict("the database has fewer units than the queue gave up"));
    }

    @Override
    public CompletionStage<Void> refuse(Epoch epoch, StockAdjustment adjustment) {
        return database.inTransaction(session -> ShardEpochs.require(session, epoch)
                        .compose(_ -> end(session, adjustment, State.REFUSED))
                        .<Void>mapEmpty())
                .toCompletionStage();
    }

    /** Whether this ended it. The row is locked until the transaction ends. */
    private static Future<Boolean> end(DatabaseSession session, StockAdjustment adjustment, State state) {
        return session.run(END, state.name(), adjustment.id()).map(changed -> changed.rowCount() == 1);
    }

    @Override
    public CompletionStage<List<StockAdjustment>> pending(long after, int max) {
        return database.answer(PENDING, rows -> Rows.all(rows, MySqlStockAdjustments::adjustment), after, max);
    }

    private static StockAdjustment adjustment(Row row) {
        return new StockAdjustment(
                Columns.number(row, "id"),
                new Shard(Columns.small(row, "shard")),
                new VoucherId(Columns.number(row, "voucher_id")),
                row.get(Buffer.class, "name").toString(StandardCharsets.UTF_8),
                Columns.number(row, "units"),
                State.valueOf(Columns.text(row, "state")));
    }
}
