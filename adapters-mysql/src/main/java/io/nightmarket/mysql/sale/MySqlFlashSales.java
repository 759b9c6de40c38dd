package io.nightmarket.mysql.sale;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.FlashSaleRepository;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.sale.SaleBalance;
import io.nightmarket.domain.sale.SaleSnapshot;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.StockAdjustment;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.voucher.Voucher;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Vouchers in tb_voucher, windows and stock in tb_seckill_voucher, and what Night Market knows of a sale in
 * flash_sale. A voucher without that last row was made by other software and is no sale here. Windows are kept in whole
 * seconds, as the table has them.
 */
public final class MySqlFlashSales implements FlashSaleRepository {
    private static final Logger LOG = LoggerFactory.getLogger(MySqlFlashSales.class);

    /** Writes nothing, and so makes no id, when there is no such shop. */
    private static final String INSERT_VOUCHER =
            "INSERT INTO tb_voucher (shop_id, title, sub_title, rules, pay_value, actual_value, type, status)"
                    + " SELECT id, ?, ?, ?, ?, ?, 1, 1 FROM tb_shop WHERE id = ?";

    private static final String INSERT_STOCK =
            "INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, ?, ?)";
    private static final String INSERT_SALE =
            "INSERT INTO flash_sale (voucher_id, shard, issued, state, acknowledgement) VALUES (?, ?, ?, ?, ?)";
    private static final String ON_SALE = "SELECT v.id, v.shop_id, v.title, v.sub_title, v.rules, v.pay_value,"
            + " v.actual_value, v.type, v.status, v.create_time, v.update_time, s.stock, s.begin_time, s.end_time"
            + " FROM tb_voucher v LEFT JOIN tb_seckill_voucher s ON s.voucher_id = v.id"
            + " WHERE v.shop_id = ? AND v.status = 1 ORDER BY v.id";

    /** A sale that doesn't begin before it ends, as adopted tables may hold, is none to the queue. */
    private static final String CAN_OPEN = " AND s.begin_time < s.end_time";

    private static final String COLUMNS = "SELECT f.voucher_id, f.shard, f.issued, f.state, f.version,"
            + " f.acknowledgement, s.stock, s.begin_time, s.end_time";

    private static final String SALES = " FROM flash_sale f JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id";

    /** The adjustments that the stock contains. */
    private static final String COUNTED_IN = " AND (a.units > 0 OR a.state = 'DONE')";

    private static final String ADJUSTMENTS = "SELECT a.id FROM stock_adjustment a WHERE a.voucher_id = ?" + COUNTED_IN;

    /** By slices: an answer is held in memory as a whole, and has to come in time. */
    private static final int SLICE = 10_000;

    private static final int COUNTED = 200_000;

    private static final String CLAIMS = "SELECT user_id, order_id FROM order_claim"
            + " WHERE voucher_id = ? AND user_id > ? ORDER BY user_id LIMIT " + SLICE;

    /** A replayed order that was settled or refused may still have its dead letter. */
    private static final String UNSETTLED = " AND NOT EXISTS (SELECT 1 FROM order_claim e"
            + " WHERE e.voucher_id = d.voucher_id AND e.user_id = d.user_id AND e.order_id = d.order_id)"
            + " AND NOT EXISTS (SELECT 1 FROM order_rejection r WHERE r.order_id = d.order_id)";

    private static final String LETTERS_OF =
            "SELECT d.user_id, d.order_id FROM dead_letter d WHERE d.voucher_id = ?" + UNSETTLED;

    /** In slices as well: counting some millions takes longer than a statement may. */
    private static final String COUNT_CLAIMS = "SELECT COUNT(*) AS claims, MAX(user_id) AS last FROM (SELECT user_id"
            + " FROM order_claim WHERE voucher_id = ? AND user_id > ? ORDER BY user_id LIMIT " + COUNTED + ") slice";

    private static final String HAS_LETTERS = "EXISTS (SELECT 1 FROM dead_letter d WHERE d.voucher_id = f.voucher_id)";

    private static final String KEPT = "(s.end_time > UTC_TIMESTAMP() - INTERVAL ? SECOND OR " + HAS_LETTERS + ")";

    /** Running sales first. */
    private static final String BALANCES = COLUMNS
            + ", (SELECT COUNT(*) FROM dead_letter d WHERE d.voucher_id = f.voucher_id" + UNSETTLED + ") AS letters"
            + ", (SELECT CAST(COALESCE(SUM(r.units), 0) AS SIGNED) FROM stock_return r"
            + " WHERE r.shard = f.shard AND r.done = 0 AND r.voucher_id = f.voucher_id) AS owed"
            + ", (SELECT COUNT(*) FROM order_lost l WHERE l.voucher_id = f.voucher_id) AS lost" + SALES
            + " WHERE f.shard = ? AND (s.end_time > UTC_TIMESTAMP() - INTERVAL ? SECOND OR " + HAS_LETTERS + ")"
            + CAN_OPEN
            + " ORDER BY NOT (s.begin_time <= UTC_TIMESTAMP() AND s.end_time > UTC_TIMESTAMP()), f.voucher_id";

    private static final String ADJUSTMENTS_OF_SHARD = "SELECT a.id, a.voucher_id, a.name, a.units, a.state"
            + " FROM stock_adjustment a JOIN flash_sale f ON f.voucher_id = a.voucher_id"
            + " JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id"
            + " WHERE f.shard = ? AND " + KEPT + " AND a.state <> 'REFUSED'";

    private static final String FIND = COLUMNS + SALES + " WHERE f.voucher_id = ?" + CAN_OPEN;

    private static final String LOAD = FIND + " AND (f.removed = 0 OR s.end_time > UTC_TIMESTAMP())";

    private static final String UNCONFIRMED =
            COLUMNS + SALES + " WHERE f.version > f.queue_version AND f.removed = 0 AND f.voucher_id > ?" + CAN_OPEN
                    + " ORDER BY f.voucher_id LIMIT ?";

    private static final String OVER = COLUMNS + SALES + " WHERE f.removed = 0"
            + " AND s.end_time < UTC_TIMESTAMP() - INTERVAL ? SECOND AND f.voucher_id > ? AND NOT " + HAS_LETTERS
            + CAN_OPEN + " ORDER BY f.voucher_id LIMIT ?";

    /** The time stands for the versions that the queue was given and the database lost with its last commits. */
    private static final String TURN =
            "UPDATE flash_sale SET state = ?, version = GREATEST(version + 1, CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS UNSIGNED))"
                    + " WHERE voucher_id = ?";

    private static final String CONFIRM =
            "UPDATE flash_sale SET queue_version = GREATEST(queue_version, ?) WHERE voucher_id = ?";

    private static final String REMOVED = "UPDATE flash_sale SET removed = 1 WHERE voucher_id = ?";
    private static final String SHARDS = "SELECT DISTINCT shard FROM flash_sale";

    private static final String RUNNING = "SELECT f.voucher_id FROM flash_sale f"
            + " JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id"
            + " WHERE f.shard = ? AND s.begin_time <= UTC_TIMESTAMP() AND s.end_time > UTC_TIMESTAMP() ORDER BY f.voucher_id";

    private final Database database;

    public MySqlFlashSales(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Made>> create(NewFlashSale sale, Shard shard) {
        return database.inTransaction(session -> insertVoucher(session, sale)
                        .compose(voucher -> voucher.isEmpty()
                                ? Future.succeededFuture(Optional.<Made>empty())
                                : insertSale(session, sale, shard, voucher.get())
                                        .compose(_ -> note(session, sale.shop()))
                                        .map(change -> Optional.of(new Made(voucher.get(), change)))))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<Voucher>> onSaleIn(ShopId shop) {
        return database.answer(ON_SALE, rows -> Rows.all(rows, SaleRows::voucher), shop.value());
    }

    @Override
    public CompletionStage<Optional<SaleSnapshot>> load(
            VoucherId voucher, Function<? super List<Purchase>, ? extends CompletionStage<?>> reservations) {
        return database.inSnapshot(session -> session.run(LOAD, voucher.value())
                        .map(rows -> Rows.first(rows, SaleRows::sale))
                        .compose(found -> found.isEmpty()
                                ? Future.succeededFuture(Optional.<SaleSnapshot>empty())
                                : load(session, found.get(), reservations).map(Optional::of)))
                .toCompletionStage();
    }

    private static Future<SaleSnapshot> load(
            DatabaseSession session,
            FlashSale sale,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work) {
        VoucherId voucher = sale.voucher();
        return session.run(ADJUSTMENTS, voucher.value())
                .map(rows -> Set.copyOf(Rows.all(rows, row -> Columns.number(row, "id"))))
                .compose(adjustments -> session.run(LETTERS_OF, voucher.value())
                        .map(rows -> purchases(voucher, rows))
                        .compose(letters -> claims(session, voucher, 0, work, worked(work, letters))
                                .map(new SaleSnapshot(sale, letters.size(), adjustments))));
    }

    private static Future<?> worked(
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work, List<Purchase> slice) {
        return slice.isEmpty() ? Future.succeededFuture() : Future.fromCompletionStage(work.apply(slice));
    }

    private static List<Purchase> purchases(VoucherId voucher, RowSet<Row> rows) {
        return Rows.all(
                rows,
                row -> new Purchase(
                        new OrderId(Columns.number(row, "order_id")),
                        voucher,
                        new UserId(Columns.number(row, "user_id"))));
    }

    private static Future<Void> claims(
            DatabaseSession session,
            VoucherId voucher,
            long after,
            Function<? super List<Purchase>, ? extends CompletionStage<?>> work,
            Future<?> earlier) {
        return session.run(CLAIMS, voucher.value(), after)
                .map(rows -> purchases(voucher, rows))
                .compose(slice -> earlier.compose(_ -> slice.size() < SLICE
                        ? worked(work, slice).mapEmpty()
                        : claims(session, voucher, slice.getLast().buyer().value(), work, worked(work, slice))));
    }

    @Override
    public CompletionStage<List<SaleBalance>> balances(Shard shard, Duration kept) {
        return database.inSnapshot(session -> session.run(ADJUSTMENTS_OF_SHARD, shard.number(), kept.toSeconds())
                        .map(rows -> readable(rows, row -> adjustment(row, shard)).stream()
                                .collect(Collectors.groupingBy(StockAdjustment::voucher)))
                        .compose(adjustments -> session.run(BALANCES, shard.number(), kept.toSeconds())
                                .map(rows -> readable(rows, row -> balance(row, adjustments)))))
                .toCompletionStage();
    }

    /** A row that can't be read must not hold up the others. */
    private static <T> List<T> readable(RowSet<Row> rows, Function<Row, T> reader) {
        List<T> read = new ArrayList<>();
        for (Row row : rows) {
            try {
                read.add(reader.apply(row));
            } catch (IllegalArgumentException e) {
                LOG.warn(
                        "A row of voucher {} can't be read and is left out: {}",
                        row.getValue("voucher_id"),
                        e.toString());
            }
        }
        return read;
    }

    private static SaleBalance balance(Row row, Map<VoucherId, List<StockAdjustment>> adjustments) {
        FlashSale sale = SaleRows.sale(row);
        return new SaleBalance(
                sale,
                adjustments.getOrDefault(sale.voucher(), List.of()),
                Columns.number(row, "letters"),
                Columns.number(row, "owed"),
                Columns.number(row, "lost"));
    }

    private static StockAdjustment adjustment(Row row, Shard shard) {
        return new StockAdjustment(
                Columns.number(row, "id"),
                shard,
                id(row),
                row.get(Buffer.class, "name").toString(StandardCharsets.UTF_8),
                Columns.number(row, "units"),
                StockAdjustment.State.valueOf(Columns.text(row, "state")));
    }

    @Override
    public CompletionStage<Long> surplus(VoucherId voucher) {
        return database.inSnapshot(session -> session.run(FIND, voucher.value())
                        .map(rows -> Rows.first(rows, SaleRows::sale))
                        .compose(sale -> sale.isEmpty()
                                ? Future.succeededFuture(0L)
                                : countClaims(session, voucher, 0, 0)
                                        .map(claims -> sale.get().stock()
                                                + claims
                                                - sale.get().issued())))
                .toCompletionStage();
    }

    private static Future<Long> countClaims(DatabaseSession session, VoucherId voucher, long after, long counted) {
        return session.run(COUNT_CLAIMS, voucher.value(), after).compose(rows -> {
            Row row = rows.iterator().next();
            long slice = Columns.number(row, "claims");
            return slice < COUNTED
                    ? Future.succeededFuture(counted + slice)
                    : countClaims(session, voucher, Columns.number(row, "last"), counted + slice);
        });
    }

    @Override
    public CompletionStage<Optional<FlashSale>> find(VoucherId voucher) {
        return database.answer(FIND, rows -> Rows.first(rows, SaleRows::sale), voucher.value());
    }

    @Override
    public CompletionStage<Set<Shard>> shards() {
        return database.answer(
                SHARDS, rows -> Set.copyOf(Rows.all(rows, row -> new Shard(Columns.small(row, "shard")))));
    }

    @Override
    public CompletionStage<List<VoucherId>> running(Shard shard) {
        return database.answer(RUNNING, rows -> Rows.all(rows, MySqlFlashSales::id), shard.number());
    }

    @Override
    public CompletionStage<Optional<FlashSale>> turn(VoucherId voucher, SaleState state) {
        return database.onSession(session -> session.run(TURN, state.name(), voucher.value())
                        .compose(_ -> session.run(FIND, voucher.value()))
                        .map(rows -> Rows.first(rows, SaleRows::sale)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<FlashSale>> unconfirmed(long after, int max) {
        return database.answer(UNCONFIRMED, rows -> readable(rows, SaleRows::sale), after, max);
    }

    @Override
    public CompletionStage<Void> confirm(VoucherId voucher, long version) {
        return database.run(CONFIRM, rows -> rows, version, voucher.value())
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<FlashSale>> over(Duration kept, long after, int max) {
        return database.answer(OVER, rows -> readable(rows, SaleRows::sale), kept.toSeconds(), after, max);
    }

    @Override
    public CompletionStage<Void> markRemoved(VoucherId voucher) {
        return database.run(REMOVED, rows -> rows, voucher.value())
                .<Void>mapEmpty()
                .toCompletionStage();
    }

    private static Future<Optional<VoucherId>> insertVoucher(DatabaseSession session, NewFlashSale sale) {
        Tuple values = Tuple.tuple()
                .addValue(sale.title())
                .addValue(sale.subTitle())
                .addValue(sale.rules())
                .addValue(sale.payValue())
                .addValue(sale.actualValue())
                .addValue(sale.shop().value());
        return session.run(INSERT_VOUCHER, values).map(MySqlFlashSales::made);
    }

    private static Future<Void> insertSale(DatabaseSession session, NewFlashSale sale, Shard shard, VoucherId voucher) {
        return session.run(
                        INSERT_STOCK,
                        voucher.value(),
                        sale.stock(),
                        Columns.seconds(sale.window().begin()),
                        Columns.seconds(sale.window().end()))
                .compose(_ -> session.run(
                        INSERT_SALE,
                        voucher.value(),
                        shard.number(),
                        sale.stock(),
                        SaleState.OPEN.name(),
                        sale.acknowledgement().name()))
                .mapEmpty();
    }

    private static Future<CacheChange> note(DatabaseSession session, ShopId shop) {
        return ChangeLog.note(session, CacheNames.VOUCHERS, Long.toString(shop.value()));
    }

    private static Optional<VoucherId> made(RowSet<Row> answer) {
        return answer.rowCount() == 0
                ? Optional.empty()
                : Optional.of(new VoucherId(answer.property(MySQLClient.LAST_INSERTED_ID)));
    }

    private static VoucherId id(Row row) {
        return new VoucherId(Columns.number(row, "voucher_id"));
    }
}
