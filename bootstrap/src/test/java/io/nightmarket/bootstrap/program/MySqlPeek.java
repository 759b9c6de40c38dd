package io.nightmarket.bootstrap.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.testkit.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** What stands in MySQL, read past the program. */
final class MySqlPeek implements AutoCloseable {
    private final Connection connection;

    MySqlPeek(String mysqlUri) throws SQLException {
        this.connection = Jdbc.open(mysqlUri);
    }

    private <T> List<T> list(String sql, Jdbc.Reading<T> reading, Object... values) {
        try {
            return Jdbc.list(connection, sql, reading, values);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    long number(String sql, Object... values) {
        return list(sql, row -> row.getLong(1), values).stream().findFirst().orElse(-1L);
    }

    String text(String sql, Object... values) {
        return list(sql, row -> row.getString(1), values).stream().findFirst().orElse("");
    }

    List<String> texts(String sql, Object... values) {
        return list(sql, row -> row.getString(1), values);
    }

    void write(String sql, Object... values) {
        try {
            Jdbc.run(connection, sql, values);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** An administrator with this phone, and shop 1, on a database that has neither. */
    void addAdminAndShop(String phone) {
        write(
                "INSERT INTO tb_shop (id, name, type_id, images, address, x, y) VALUES (1, '夜市', 1, '', '湖滨', 120.1, 30.2)");
        write("INSERT INTO tb_user (phone, nick_name) VALUES (?, 'admin')", phone);
        write("INSERT INTO user_role (user_id, role) SELECT id, 'ADMIN' FROM tb_user WHERE phone = ?", phone);
    }

    /** What the keys in Redis of the shard that a sale lives on begin with. */
    String redisPrefix(long voucher) {
        return "nm:{s" + number("SELECT shard FROM flash_sale WHERE voucher_id = ?", voucher) + "}:";
    }

    Set<String> orders(long voucher) {
        return Set.copyOf(texts("SELECT id FROM tb_voucher_order WHERE voucher_id = ?", voucher));
    }

    /** So many people have one order each, and nothing is left. */
    void assertSoldOnce(long voucher, int stock) {
        assertEquals(stock, orders(voucher).size());
        assertEquals(
                stock, number("SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?", voucher));
        assertEquals(0, number("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher));
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
