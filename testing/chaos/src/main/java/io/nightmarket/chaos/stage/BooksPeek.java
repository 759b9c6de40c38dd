package io.nightmarket.chaos.stage;

import io.nightmarket.chaos.check.BooksState;
import io.nightmarket.chaos.check.BooksState.Rejection;
import io.nightmarket.chaos.check.BooksState.Row;
import io.nightmarket.chaos.history.Answer.Rejected;
import io.nightmarket.mysql.MySqlConfig;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Asks MySQL past the product, over a connection for each look: the server may have been away since the last one. */
public final class BooksPeek {
    /** A server that is dead refuses at once; one that stalls may take a while. */
    private static final Duration CONNECTED = Duration.ofSeconds(30);

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final int NO_SUCH_TABLE = 1146;

    private final Supplier<String> uri;

    BooksPeek(Supplier<String> uri) {
        this.uri = uri;
    }

    /** For work in bulk. */
    Connection connect() throws SQLException {
        MySqlConfig config = new MySqlConfig(uri.get(), 1, LIMIT, LIMIT, LIMIT);
        String url = "jdbc:mariadb://" + config.host() + ':' + config.port() + '/' + config.database()
                + "?rewriteBatchedStatements=true&connectTimeout=" + CONNECTED.toMillis() + "&socketTimeout="
                + LIMIT.toMillis();
        return DriverManager.getConnection(url, config.user(), config.password());
    }

    private interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    Sale sale(long voucher) throws SQLException {
        try (Connection database = connect()) {
            return new Sale(
                    voucher,
                    Math.toIntExact(number(database, "SELECT shard FROM flash_sale WHERE voucher_id = ?", voucher)));
        }
    }

    /** How many orders are written. */
    public long written(Sale sale) throws SQLException {
        try (Connection database = connect()) {
            return number(
                    database,
                    "SELECT issued - stock FROM flash_sale JOIN tb_seckill_voucher USING (voucher_id)"
                            + " WHERE voucher_id = ?",
                    sale.voucher());
        }
    }

    /** At which port the server sees the writer of this shard; empty when it sees none. */
    OptionalInt writerPort(Sale sale) throws SQLException {
        try (Connection database = connect()) {
            List<String> hosts = list(
                    database,
                    "SELECT host FROM information_schema.processlist"
                            + " WHERE id = (SELECT connection_id FROM order_shard WHERE shard = ?)",
                    sale.shard(),
                    row -> row.getString(1));
            return hosts.isEmpty()
                    ? OptionalInt.empty()
                    : OptionalInt.of(Integer.parseInt(
                            hosts.getFirst().substring(hosts.getFirst().lastIndexOf(':') + 1)));
        }
    }

    /** Waits for a moment at which orders are being written and are not committed; not for ever. */
    public void awaitTransaction() throws SQLException {
        try (Connection database = connect();
                PreparedStatement look = database.prepareStatement(
                        "SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID()"
                                + " AND (info LIKE 'INSERT%order%' OR info LIKE 'UPDATE tb_seckill%'"
                                + " OR info LIKE 'COMMIT%')")) {
            long deadline = System.nanoTime() + LIMIT.toNanos() / 2;
            while (System.nanoTime() - deadline < 0) {
                try (ResultSet row = look.executeQuery()) {
                    if (row.next() && row.getLong(1) > 0) {
                        return;
                    }
                }
            }
        }
    }

    public BooksState state(Sale sale) throws SQLException {
        long voucher = sale.voucher();
        try (Connection database = connect()) {
            return new BooksState(
                    number(database, "SELECT issued FROM flash_sale WHERE voucher_id = ?", voucher),
                    number(database, "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher),
                    list(
                            database,
                            "SELECT id, user_id FROM tb_voucher_order WHERE voucher_id = ? AND status <> 4",
                            voucher,
                            row -> new Row(row.getLong(1), row.getLong(2))),
                    map(list(
                            database,
                            "SELECT user_id, order_id FROM order_claim WHERE voucher_id = ?",
                            voucher,
                            row -> Map.entry(row.getLong(1), row.getLong(2)))),
                    rejections(database, voucher),
                    number(
                            database,
                            "SELECT COALESCE(SUM(units), 0) FROM stock_return WHERE voucher_id = ? AND done = 0",
                            voucher));
        }
    }

    /** Those of the settlement, and the orders that were lost. What was refused for another reason is not lost. */
    private static Map<Long, Rejection> rejections(Connection database, long voucher) throws SQLException {
        Map<Long, Rejection> rejections = new HashMap<>();
        try {
            rejections.putAll(map(list(
                    database,
                    "SELECT order_id, user_id FROM order_lost WHERE voucher_id = ?",
                    voucher,
                    row -> Map.entry(row.getLong(1), new Rejection(row.getLong(2), Rejected.LOST)))));
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_TABLE) {
                throw e;
            }
        }
        rejections.putAll(map(list(
                database,
                "SELECT order_id, user_id, reason FROM order_rejection WHERE voucher_id = ?",
                voucher,
                row -> Map.entry(row.getLong(1), new Rejection(row.getLong(2), row.getString(3))))));
        return rejections;
    }

    /** The sale lies so far back that the product takes it out of the queue: later runs don't carry it along. */
    void putIntoThePast(Sale sale) throws SQLException {
        try (Connection database = connect();
                PreparedStatement update = database.prepareStatement("UPDATE tb_seckill_voucher SET begin_time ="
                        + " begin_time - INTERVAL 5 DAY, end_time = end_time - INTERVAL 5 DAY WHERE voucher_id = ?")) {
            update.setLong(1, sale.voucher());
            int _ = update.executeUpdate();
        }
    }

    private static long number(Connection database, String sql, long key) throws SQLException {
        List<Long> numbers = list(database, sql, key, row -> row.getLong(1));
        return numbers.isEmpty() ? 0 : numbers.getFirst();
    }

    private static <T> List<T> list(Connection database, String sql, long key, Reading<T> reading) throws SQLException {
        List<T> all = new ArrayList<>();
        try (PreparedStatement statement = database.prepareStatement(sql)) {
            statement.setLong(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(reading.of(rows));
                }
            }
        }
        return all;
    }

    private static <V> Map<Long, V> map(List<Map.Entry<Long, V>> entries) {
        Map<Long, V> map = new HashMap<>();
        entries.forEach(entry -> map.put(entry.getKey(), entry.getValue()));
        return map;
    }
}
