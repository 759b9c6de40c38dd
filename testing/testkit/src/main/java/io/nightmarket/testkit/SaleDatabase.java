package io.nightmarket.testkit;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What MySQL has of sales, asked past the product. The tables are those of docs/sale.md: a check takes nothing
 * from the code that it verifies. The server may have been away since it was asked last.
 */
public final class SaleDatabase implements AutoCloseable {
    /** Lets the time to pay of an order of a sale be over, if it is unpaid. */
    public static final String EXPIRE =
            "UPDATE order_claim c JOIN tb_voucher_order o ON c.voucher_id = o.voucher_id AND c.user_id = o.user_id"
                    + " AND c.order_id = o.id SET c.pay_until = NOW(3) WHERE o.id = ? AND c.pay_until IS NOT NULL";

    /** The reason of an order that was accepted, and lost with its queue. */
    public static final String LOST = "LOST";

    private static final int ALIVE_SECONDS = 10;
    private static final Duration TRANSACTION = Duration.ofSeconds(5);

    private final Supplier<String> uri;
    private @Nullable Connection connection;

    /** @param uri gives the address of the server that is asked at the moment */
    public SaleDatabase(Supplier<String> uri) {
        this.uri = uri;
    }

    /** An order that counts. */
    public record Row(long order, long buyer) {}

    /** An order that was accepted, and then refused by MySQL or lost with its queue. */
    public record Rejection(long buyer, String reason) {}

    /** An operator's change of the units of a sale, as docs/sale.md has its states. */
    public record Adjustment(long units, String state) {
        public boolean isDone() {
            return state.equals("DONE");
        }
    }

    /**
     * All of a sale.
     *
     * @param rows orders that are unpaid, paid or used
     * @param ended orders that are cancelled or refunded, or about to be
     * @param claims user to order
     * @param rejections by order, those of lost orders included
     * @param owed units that MySQL owes the queue
     * @param deadOrders dead letters of orders of this sale: order to buyer
     * @param deadLetters all dead letters of the sale's shard
     * @param adjustments by their operator's names
     */
    public record State(
            long issued,
            long stock,
            List<Row> rows,
            List<Row> ended,
            Map<Long, Long> claims,
            Map<Long, Rejection> rejections,
            long owed,
            Map<Long, Long> deadOrders,
            long deadLetters,
            Map<String, Adjustment> adjustments) {
        public State {
            rows = List.copyOf(rows);
            ended = List.copyOf(ended);
            claims = Map.copyOf(claims);
            rejections = Map.copyOf(rejections);
            deadOrders = Map.copyOf(deadOrders);
            adjustments = Map.copyOf(adjustments);
        }
    }

    /** The connection, for what is not asked here. */
    public synchronized Connection connection() throws SQLException {
        Connection known = connection;
        if (known == null || !known.isValid(ALIVE_SECONDS)) {
            close();
            known = Jdbc.openForBulk(uri.get());
            connection = known;
        }
        return known;
    }

    /** All rows of a query. */
    public <T> List<T> list(String sql, Jdbc.Reading<T> reading, Object... values) throws SQLException {
        return Jdbc.list(connection(), sql, reading, values);
    }

    /** The number in the first row; 0 when there is none. */
    public long number(String sql, Object... values) throws SQLException {
        List<Long> numbers = list(sql, row -> row.getLong(1), values);
        return numbers.isEmpty() ? 0 : numbers.getFirst();
    }

    /** Runs a statement. */
    public void run(String sql, Object... values) throws SQLException {
        Jdbc.run(connection(), sql, values);
    }

    public int shard(long voucher) throws SQLException {
        return Math.toIntExact(number("SELECT shard FROM flash_sale WHERE voucher_id = ?", voucher));
    }

    public long epoch(int shard) throws SQLException {
        return number("SELECT epoch FROM order_shard WHERE shard = ?", shard);
    }

    /** Raised with each change of the shard's writer. */
    public long fencingToken(int shard) throws SQLException {
        return number("SELECT fence FROM order_shard WHERE shard = ?", shard);
    }

    public long issued(long voucher) throws SQLException {
        return number("SELECT issued FROM flash_sale WHERE voucher_id = ?", voucher);
    }

    public long stock(long voucher) throws SQLException {
        return number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher);
    }

    /** How many orders are committed: the stock falls in their transactions. */
    public long written(long voucher) throws SQLException {
        return number(
                "SELECT issued - stock FROM flash_sale JOIN tb_seckill_voucher USING (voucher_id) WHERE voucher_id = ?",
                voucher);
    }

    /** When all is quiet, or the parts belong to different moments. */
    public State state(long voucher) throws SQLException {
        Map<Long, Long> claims = new HashMap<>();
        Map<Long, Rejection> rejections = new HashMap<>();
        Map<Long, Long> deadOrders = new HashMap<>();
        Map<String, Adjustment> adjustments = new HashMap<>();
        var _ = list(
                "SELECT user_id, order_id FROM order_claim WHERE voucher_id = ?",
                row -> claims.put(row.getLong(1), row.getLong(2)),
                voucher);
        var _ = list(
                "SELECT order_id, user_id, ? FROM order_lost WHERE voucher_id = ?"
                        + " UNION ALL SELECT order_id, user_id, reason FROM order_rejection WHERE voucher_id = ?",
                row -> rejections.put(row.getLong(1), new Rejection(row.getLong(2), row.getString(3))),
                LOST,
                voucher,
                voucher);
        var _ = list(
                "SELECT order_id, user_id FROM dead_letter WHERE voucher_id = ?",
                row -> deadOrders.put(row.getLong(1), row.getLong(2)),
                voucher);
        var _ = list(
                "SELECT CONVERT(name USING utf8mb4), units, state FROM stock_adjustment WHERE voucher_id = ?",
                row -> adjustments.put(row.getString(1), new Adjustment(row.getLong(2), row.getString(3))),
                voucher);
        return new State(
                issued(voucher),
                stock(voucher),
                rows(voucher, "status <= 3"),
                rows(voucher, "status > 3"),
                claims,
                rejections,
                number("SELECT COALESCE(SUM(units), 0) FROM stock_return WHERE voucher_id = ? AND done = 0", voucher),
                deadOrders,
                deadLetters(shard(voucher)),
                adjustments);
    }

    private List<Row> rows(long voucher, String which) throws SQLException {
        return list(
                "SELECT id, user_id FROM tb_voucher_order WHERE voucher_id = ? AND " + which,
                row -> new Row(row.getLong(1), row.getLong(2)),
                voucher);
    }

    /** The dead letters of a shard, those of earlier sales included. */
    public long deadLetters(int shard) throws SQLException {
        return number("SELECT COUNT(*) FROM dead_letter WHERE shard = ?", shard);
    }

    /** At which port the server sees the writer of this shard; empty when it sees none. */
    public OptionalInt writerPort(int shard) throws SQLException {
        return list(
                        "SELECT host FROM information_schema.processlist"
                                + " WHERE id = (SELECT connection_id FROM order_shard WHERE shard = ?)",
                        row -> row.getString(1),
                        shard)
                .stream()
                .mapToInt(host -> Integer.parseInt(host.substring(host.lastIndexOf(':') + 1)))
                .findFirst();
    }

    /** Waits for a moment at which orders are being written and are not committed; not for ever. */
    public void awaitTransaction() throws SQLException {
        long deadline = System.nanoTime() + TRANSACTION.toNanos();
        long writing = 0;
        while (writing == 0 && System.nanoTime() - deadline < 0) {
            writing = number("SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID()"
                    + " AND (info LIKE 'INSERT%order%' OR info LIKE 'UPDATE tb_seckill%' OR info LIKE 'COMMIT%')");
        }
    }

    /** The sale lies so far back that the product takes it out of the queue: later runs don't carry it along. */
    public void putIntoThePast(long voucher) throws SQLException {
        run(
                "UPDATE tb_seckill_voucher SET begin_time = begin_time - INTERVAL 5 DAY,"
                        + " end_time = end_time - INTERVAL 5 DAY WHERE voucher_id = ?",
                voucher);
    }

    @Override
    public synchronized void close() throws SQLException {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}
