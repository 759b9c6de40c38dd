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

    static void renameOrders(Scene scene) throws SQLException {
        during(
                scene,
                DDL_MILLIS,
                "RENAME TABLE tb_voucher_order TO chaos_order",
                "RENAME TABLE chaos_order TO tb_voucher_order");
    }

    static void alterOrders(Scene scene) throws SQLException {
        during(
                scene,
                DDL_MILLIS,
                "ALTER TABLE tb_voucher_order ADD COLUMN chaos INT NOT NULL",
                "ALTER TABLE tb_voucher_order DROP COLUMN chaos");
    }

    /** Each settling transaction updates the row of its shard once. */
    static void slowCommits(Scene scene) throws SQLException {
        during(
                scene,
                SLOW_MILLIS,
                "CREATE TRIGGER chaos_slow BEFORE UPDATE ON order_shard FOR EACH ROW SET @chaos ="
                        + " IF(NEW.last_ms <> OLD.last_ms OR NEW.last_seq <> OLD.last_seq, SLEEP(" + SLOW_SECONDS
                        + "), 0)",
                "DROP TRIGGER chaos_slow");
    }

    static void lockStock(Scene scene) throws SQLException {
        scene.awaitTheMiddle();
        try (Connection console = scene.stage.console()) {
            console.setAutoCommit(false);
            var _ = Jdbc.list(
                    console,
                    "SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ? FOR UPDATE",
                    row -> row.getLong(1),
                    scene.sale.voucher());
            scene.last(scene.about(LOCK_MILLIS));
            console.rollback();
        }
    }

    private static void during(Scene scene, int leastMillis, String begin, String end) throws SQLException {
        scene.awaitTheMiddle();
        try (Connection console = scene.stage.console()) {
            Jdbc.run(console, begin);
        }
        scene.last(scene.about(leastMillis));
        try (Connection console = scene.stage.console()) {
            Jdbc.run(console, end);
        }
    }
}
