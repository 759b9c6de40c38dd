package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.UserRepositoryContract;
import io.nightmarket.domain.lock.LockEvents;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.testkit.SiteDatabase;
import io.nightmarket.testkit.TestServers;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Calendar;
import java.util.TimeZone;

/** Adapters on the test server, and rows inserted beside them. Servers are shared: nothing is ever dropped. */
final class MySqlFixture implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    static final MySqlConfig CONFIG =
            new MySqlConfig(TestServers.mysqlUri(), 8, TIMEOUT, TIMEOUT, TIMEOUT, MySqlTls.AUTO);

    private static boolean migrated;

    private final Vertx vertx = Vertx.vertx();
    private final MySqlAdapters adapters;

    MySqlFixture() {
        this(CONFIG);
    }

    MySqlFixture(MySqlConfig config) {
        this(config, LockEvents.NONE);
    }

    MySqlFixture(MySqlConfig config, LockEvents lockEvents) {
        migrateOnce();
        this.adapters = MySqlAdapters.create(vertx, config, lockEvents);
    }

    /** How to reach a database of its own. */
    static MySqlConfig config(SiteDatabase database) {
        return new MySqlConfig(database.uri(), 4, TIMEOUT, TIMEOUT, TIMEOUT, MySqlTls.AUTO);
    }

    MySqlAdapters adapters() {
        return adapters;
    }

    Vertx vertx() {
        return vertx;
    }

    @Override
    public void close() {
        await(adapters.close());
        await(vertx.close().toCompletionStage());
    }

    private static synchronized void migrateOnce() {
        if (!migrated) {
            MySqlSchema.migrate(CONFIG);
            migrated = true;
        }
    }

    static Connection connection() throws SQLException {
        return new JdbcAddress(CONFIG).open();
    }

    /** Runs a statement and answers the key it made, or 0. */
    static long execute(String sql, Object... values) {
        return run(sql, values, statement -> {
            statement.execute();
            return statement.getGeneratedKeys();
        });
    }

    static long number(String sql, Object... values) {
        return run(sql, values, PreparedStatement::executeQuery);
    }

    private interface Execution {
        ResultSet of(PreparedStatement statement) throws SQLException;
    }

    /** The first number of the first row, or 0. */
    private static long run(String sql, Object[] values, Execution execution) {
        try (Connection connection = connection();
                PreparedStatement statement =
                        connection.prepareStatement(sql, PreparedStatement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < values.length; i++) {
                set(statement, i + 1, values[i]);
            }
            try (ResultSet rows = execution.of(statement)) {
                return rows.next() ? rows.getLong(1) : 0;
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void set(PreparedStatement statement, int index, Object value) throws SQLException {
        if (value instanceof Instant time) {
            statement.setTimestamp(index, Timestamp.from(time), Calendar.getInstance(TimeZone.getTimeZone("UTC")));
        } else {
            statement.setObject(index, value);
        }
    }

    static void grant(UserId user, Role role) {
        var _ = execute("REPLACE INTO user_role (user_id, role) VALUES (?, ?)", user.value(), role.name());
    }

    static UserId newUser() {
        return new UserId(execute(
                "INSERT INTO tb_user (phone) VALUES (?)",
                UserRepositoryContract.freshPhone().value()));
    }

    static ShopId newShop() {
        return new ShopId(execute("INSERT INTO tb_shop (name, type_id, images, address, x, y)"
                + " VALUES ('试店', 1, '', '试路 1 号', 120.1, 30.2)"));
    }

    static void plantOrder(OrderId id, UserId user, VoucherId voucher, Instant at) {
        var _ = execute(
                "INSERT INTO tb_voucher_order (id, user_id, voucher_id, create_time) VALUES (?, ?, ?, ?)",
                id.value(),
                user.value(),
                voucher.value(),
                at);
    }
}
