package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleTally;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Vouchers in tb_voucher, windows and stock in tb_seckill_voucher, and what Night Market knows of a sale in
 * flash_sale. A voucher without that last row was made by other software and is no sale here. Windows are kept in whole
 * seconds, as the table has them.
 */
public final class MySqlFlashSales implements FlashSaleRepository {
    private static final String ON_SALE = "SELECT v.id, v.shop_id, v.title, v.sub_title, v.rules, v.pay_value,"
            + " v.actual_value, v.type, v.status, v.create_time, v.update_time, s.stock, s.begin_time, s.end_time,"
            + SaleRows.OPTIONS
            + " FROM tb_voucher v LEFT JOIN tb_seckill_voucher s ON s.voucher_id = v.id"
            + " LEFT JOIN flash_sale f ON f.voucher_id = v.id"
            + " WHERE v.shop_id = ? AND v.status = 1 AND NOT f.state <=> 'DRAFT' ORDER BY v.id";

    private static final String UNCONFIRMED = SaleRows.COLUMNS + SaleRows.ALL_SALES
            + " WHERE f.version > f.queue_version AND f.removed = 0 AND f.voucher_id > ?" + SaleRows.IS_PUBLISHED
            + " ORDER BY f.voucher_id LIMIT ?";

    private static final String OVER = SaleRows.COLUMNS + SaleRows.SALES + " WHERE f.removed = 0"
            + " AND s.end_time < UTC_TIMESTAMP() - INTERVAL ? SECOND AND f.voucher_id > ? AND NOT "
            + SaleRows.HAS_LETTERS
            + SaleRows.HAS_WINDOW + " ORDER BY f.voucher_id LIMIT ?";

    private static final String SET_STATE = "UPDATE flash_sale SET state = ?, version = " + SaleRows.NEXT_VERSION
            + " WHERE voucher_id = ? AND state <> 'CALLED_OFF'";

    private static final String RAISE = "UPDATE flash_sale SET version = GREATEST(? + 1, " + SaleRows.NEXT_VERSION
            + ") WHERE voucher_id = ? AND version = ? AND NOT EXISTS (SELECT 1 FROM sale_change c"
            + " WHERE c.voucher_id = flash_sale.voucher_id AND c.decision = 'PENDING')";

    private static final String CONFIRM =
            "UPDATE flash_sale SET queue_version = GREATEST(queue_version, ?) WHERE voucher_id = ?";

    private static final String REMOVED = "UPDATE flash_sale SET removed = 1 WHERE voucher_id = ?";
    private static final String SHARDS = "SELECT DISTINCT shard FROM flash_sale";

    private static final String RUNNING = "SELECT f.voucher_id FROM flash_sale f JOIN tb_seckill_voucher s ON"
            + " s.voucher_id = f.voucher_id WHERE f.shard = ? AND s.begin_time <= UTC_TIMESTAMP() AND s.end_time >"
            + " UTC_TIMESTAMP()" + SaleRows.IS_PUBLISHED + " ORDER BY f.voucher_id";

    private final Database database;

    public MySqlFlashSales(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Made>> create(NewFlashSale sale, Shard shard) {
        return database.inTransaction(session -> SaleInsert.insert(session, sale, shard))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<Voucher>> onSaleIn(ShopId shop) {
        return database.answer(ON_SALE, rows -> Rows.all(rows, SaleRows::voucher), shop.value());
    }

    @Override
    public CompletionStage<Optional<SaleSnapshot>> load(
            VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> reservations) {
        return database.inSnapshot(session -> SaleLoad.load(session, voucher, reservations))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<SaleBalance>> balances(Shard shard, Duration retention) {
        return database.inSnapshot(session -> SaleBalances.ofShard(session, shard, retention))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<SaleTally> tally(VoucherId voucher) {
        return database.inSnapshot(session -> SaleTallies.tally(session, voucher))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<FlashSale>> find(VoucherId voucher) {
        return database.answer(SaleRows.FIND, rows -> Rows.first(rows, SaleRows::sale), voucher.value());
    }

    @Override
    public CompletionStage<Set<Shard>> shards() {
        return database.answer(
                SHARDS, rows -> Set.copyOf(Rows.all(rows, row -> new Shard(Columns.small(row, "shard")))));
    }

    @Override
    public CompletionStage<List<VoucherId>> running(Shard shard) {
        return database.answer(RUNNING, rows -> Rows.all(rows, SaleRows::id), shard.number());
    }

    @Override
    public CompletionStage<Optional<FlashSale>> raiseVersion(FlashSale seen, long queued) {
        long voucher = seen.voucher().value();
        return database.answer(session -> session.run(RAISE, queued, voucher, seen.version())
                .compose(raised -> raised.rowCount() == 0
                        ? Future.succeededFuture(Optional.<FlashSale>empty())
                        : session.run(SaleRows.ANY, voucher).map(rows -> Rows.first(rows, SaleRows::sale))));
    }

    /** Sets the state of a sale that was not called off. */
    public static Future<?> setState(DatabaseSession session, VoucherId voucher, SaleState state) {
        return session.run(SET_STATE, state.name(), voucher.value());
    }

    @Override
    public CompletionStage<List<FlashSale>> unconfirmed(long after, int max) {
        return database.answer(UNCONFIRMED, rows -> SaleRows.readable(rows, SaleRows::sale), after, max);
    }

    @Override
    public CompletionStage<Void> confirm(VoucherId voucher, long version) {
        return database.write(CONFIRM, version, voucher.value());
    }

    @Override
    public CompletionStage<List<FlashSale>> over(Duration retention, long after, int max) {
        return database.answer(
                OVER, rows -> SaleRows.readable(rows, SaleRows::sale), retention.toSeconds(), after, max);
    }

    @Override
    public CompletionStage<Void> markRemoved(VoucherId voucher) {
        return database.write(REMOVED, voucher.value());
    }
}
