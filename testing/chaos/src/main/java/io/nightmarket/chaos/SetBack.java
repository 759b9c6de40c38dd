package io.nightmarket.chaos;

import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.Jdbc;
import io.nightmarket.testkit.TcpProxy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Sets the rows of a sale in MySQL back to an earlier moment, as when its last commits are lost; Redis keeps all. Nodes
 * lose their connections meanwhile, as they would.
 */
final class SetBack {
    /** Orders that are lost at least, if as many are committed in time. */
    private static final int LEAST = 20;

    private static final Duration COMMITS = Duration.ofSeconds(20);
    private static final String LATER = " voucher_id = ? AND user_id NOT IN (SELECT user_id FROM chaos_claims)";

    private SetBack() {}

    static void inject(ScenarioContext context) throws IOException, SQLException {
        Sale sale = context.sale;
        context.await(0.02 + 0.05 * context.random.nextDouble());
        long before;
        try (Connection console = context.stage.console()) {
            Jdbc.run(console, "DROP TABLE IF EXISTS chaos_claims, chaos_shard");
            Jdbc.run(console, "CREATE TABLE chaos_claims (user_id BIGINT UNSIGNED NOT NULL PRIMARY KEY)");
            Jdbc.run(console, "CREATE TABLE chaos_shard (last_ms BIGINT NOT NULL, last_seq BIGINT NOT NULL)");
            console.setAutoCommit(false);
            lockShard(console, sale);
            Jdbc.run(
                    console,
                    "INSERT INTO chaos_shard SELECT last_ms, last_seq FROM order_shard WHERE shard = ?",
                    sale.shard());
            Jdbc.run(
                    console,
                    "INSERT INTO chaos_claims SELECT user_id FROM order_claim WHERE voucher_id = ?",
                    sale.voucher());
            console.commit();
            before = context.stage.database.written(sale.voucher());
        }
        context.await(0.1 + 0.1 * context.random.nextDouble());
        Eventually.await(
                "orders were settled",
                COMMITS,
                () -> context.stage.database.written(sale.voucher()) >= before + LEAST
                        || context.stage.database.stock(sale.voucher()) == 0);
        context.injected();
        List<TcpProxy> proxies =
                context.stage.fleet.nodes().stream().map(FleetNode::mysql).toList();
        proxies.forEach(TcpProxy::refuse);
        loseCommits(context);
        proxies.forEach(TcpProxy::heal);
    }

    private static void lockShard(Connection console, Sale sale) throws SQLException {
        var _ = Jdbc.list(
                console,
                "SELECT shard FROM order_shard WHERE shard = ? FOR UPDATE",
                row -> row.getInt(1),
                sale.shard());
    }

    private static void loseCommits(ScenarioContext context) throws SQLException {
        long voucher = context.sale.voucher();
        try (Connection console = context.stage.console()) {
            console.setAutoCommit(false);
            lockShard(console, context.sale);
            Jdbc.run(
                    console,
                    "DELETE FROM order_event WHERE order_id IN (SELECT id FROM tb_voucher_order WHERE" + LATER + ")",
                    voucher);
            Jdbc.run(console, "DELETE FROM tb_voucher_order WHERE" + LATER, voucher);
            Jdbc.run(console, "DELETE FROM order_claim WHERE" + LATER, voucher);
            Jdbc.run(
                    console,
                    "UPDATE tb_seckill_voucher SET stock = (SELECT issued FROM flash_sale WHERE voucher_id = ?)"
                            + " - (SELECT COUNT(*) FROM order_claim WHERE voucher_id = ?) WHERE voucher_id = ?",
                    voucher,
                    voucher,
                    voucher);
            Jdbc.run(
                    console,
                    "UPDATE order_shard s, chaos_shard c SET s.last_ms = c.last_ms, s.last_seq = c.last_seq"
                            + " WHERE s.shard = ?",
                    context.sale.shard());
            console.commit();
        }
    }
}
