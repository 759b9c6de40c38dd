package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/** What stands in MySQL, read past the program. */
final class Books implements AutoCloseable {
    private final Connection connection;

    Books(String mysqlUri) throws SQLException {
        URI uri = URI.create(mysqlUri);
        String[] login = uri.getUserInfo().split(":", 2);
        String url = "jdbc:mariadb://" + uri.getHost() + ':' + uri.getPort() + uri.getPath()
                + "?allowPublicKeyRetrieval=true";
        this.connection = DriverManager.getConnection(url, login[0], login[1]);
    }

    long number(String sql, Object... values) {
        try (PreparedStatement statement = prepare(sql, values);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getLong(1) : -1;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    String text(String sql, Object... values) {
        try (PreparedStatement statement = prepare(sql, values);
                ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : "";
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    void execute(String sql) {
        try (Statement statement = connection.createStatement()) {
            boolean _ = statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** What the keys in Redis of the shard that a sale lives on begin with. */
    String redisPrefix(long voucher) {
        return "nm:{s" + number("SELECT shard FROM flash_sale WHERE voucher_id = ?", voucher) + "}:";
    }

    Set<String> orders(long voucher) {
        try (PreparedStatement statement = prepare("SELECT id FROM tb_voucher_order WHERE voucher_id = ?", voucher);
                ResultSet rows = statement.executeQuery()) {
            Set<String> ids = new HashSet<>();
            while (rows.next()) {
                ids.add(rows.getString(1));
            }
            return ids;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** So many people have one order each, and nothing is left. */
    void assertSoldOnce(long voucher, int stock) {
        assertEquals(stock, orders(voucher).size());
        assertEquals(
                stock, number("SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?", voucher));
        assertEquals(0, number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher));
    }

    void write(String sql, Object... values) {
        try (PreparedStatement statement = prepare(sql, values)) {
            int _ = statement.executeUpdate();
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    private PreparedStatement prepare(String sql, Object... values) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        return statement;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
