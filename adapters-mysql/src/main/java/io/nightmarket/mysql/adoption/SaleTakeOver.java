package io.nightmarket.mysql.adoption;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Makes sales of ours out of those that other software left: of every row in tb_seckill_voucher that has none in
 * flash_sale. A buyer's live orders become one claim, the first by time and then by id; orders without a time come last.
 * What was ever put on sale is then the stock and the claims, so that issued = stock + claims holds from the beginning.
 * A stock below 0 is kept as it is, for more was sold than there was: nothing is sold until returns and restocks have
 * lifted it above 0. No stock counts as 0. Rows of other software are read and never written.
 */
public final class SaleTakeOver {
    /** What ended an order is known; all else may still be used, and uses up its buyer's right. */
    static final String LIVE = "COALESCE(o.status, 0) NOT IN (4, 6)";

    /** Numbers that the program can hold. */
    static final String HOLDABLE = "BETWEEN 1 AND 9223372036854775807";

    private static final String WAITING = "s.voucher_id " + HOLDABLE
            + " AND NOT EXISTS (SELECT 1 FROM flash_sale f WHERE f.voucher_id = s.voucher_id)";
    private static final String COUNT = "SELECT COUNT(*) FROM tb_seckill_voucher s WHERE " + WAITING;

    /** Other software that still sells must wait, or is waited for. */
    private static final String LOCK = "SELECT s.stock FROM tb_seckill_voucher s WHERE " + WAITING + " FOR UPDATE";

    /** The first row keeps the key, and the others are passed over. */
    private static final String CLAIM = "INSERT IGNORE INTO order_claim (voucher_id, user_id, order_id)"
            + " SELECT o.voucher_id, o.user_id, o.id FROM tb_voucher_order o"
            + " JOIN tb_seckill_voucher s ON s.voucher_id = o.voucher_id"
            + " WHERE " + WAITING + " AND " + LIVE + " AND o.user_id " + HOLDABLE + " AND o.id > 0"
            + " ORDER BY o.create_time IS NULL, o.create_time, o.id";

    private static final String SELL = "INSERT INTO flash_sale (voucher_id, shard, issued, state)"
            + " SELECT s.voucher_id, 1, COALESCE(s.stock, 0)"
            + " + (SELECT COUNT(*) FROM order_claim c WHERE c.voucher_id = s.voucher_id), 'OPEN'"
            + " FROM tb_seckill_voucher s WHERE " + WAITING;

    /** What was taken over. */
    public record Taken(int sales, int claims) {}

    private SaleTakeOver() {}

    /** Takes over what is left to take over, in one transaction. A sale is taken over once: its row says that it was. */
    public static Taken run(Connection connection) throws SQLException {
        if (StartQueries.number(connection, COUNT) == 0) {
            return new Taken(0, 0);
        }
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        try {
            var _ = StartQueries.rows(connection, LOCK);
            int claims = StartQueries.write(connection, CLAIM);
            int sales = StartQueries.write(connection, SELL);
            connection.commit();
            return new Taken(sales, claims);
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }
}
