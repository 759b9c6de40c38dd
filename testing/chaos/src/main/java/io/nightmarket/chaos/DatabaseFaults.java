package io.nightmarket.chaos;

import io.nightmarket.testkit.Jdbc;
import java.sql.Connection;
import java.sql.SQLException;

/** What operators and slow disks do to MySQL while a sale is on. */
final class DatabaseFaults {
    private static final int DDL_MILLIS = 1_500;
    private static final int LOCK_MILLIS = 3_500;
    private static final int SLOW_MILLIS = 9_000;
    /** Longer than the writer's lease, shorter than the settle timeout. */
    private static final String SLOW_SECONDS = "3.6";

    private DatabaseFaults() {}

    static void renameOrders(ScenarioContext context) throws SQLException {
        during(
                context,
                DDL_MILLIS,
                "RENAME TABLE tb_voucher_order TO chaos_order",
                "RENAME TABLE chaos_order TO tb_voucher_order");
    }

    static void alterOrders(ScenarioContext context) throws SQLException {
        during(
                context,
                DDL_MILLIS,
                "ALTER TABLE tb_voucher_order ADD COLUMN chaos INT NOT NULL",
                "ALTER TABLE tb_voucher_order DROP COLUMN chaos");
    }

    /** Each settling transaction updates the row of its shard once. */
    static void slowCommits(ScenarioContext context) throws SQLException {
        during(
                context,
                SLOW_MILLIS,
                "CREATE TRIGGER chaos_slow BEFORE UPDATE ON order_shard FOR EACH ROW SET @chaos ="
                        + " IF(NEW.last_ms <> OLD.last_ms OR NEW.last_seq <> OLD.last_seq, SLEEP(" + SLOW_SECONDS
                        + "), 0)",
                "DROP TRIGGER chaos_slow");
    }

    static void lockStock(ScenarioContext context) throws SQLException {
        context.awaitTheMiddle();
        try (Connection console = context.stage.console()) {
            console.setAutoCommit(false);
            var _ = Jdbc.list(
                    console,
                    "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ? FOR UPDATE",
                    row -> row.getLong(1),
                    context.sale.voucher());
            context.last(context.about(LOCK_MILLIS));
            console.rollback();
        }
    }

    private static void during(ScenarioContext context, int leastMillis, String begin, String end) throws SQLException {
        context.awaitTheMiddle();
        try (Connection console = context.stage.console()) {
            Jdbc.run(console, begin);
        }
        context.last(context.about(leastMillis));
        try (Connection console = context.stage.console()) {
            Jdbc.run(console, end);
        }
    }
}
