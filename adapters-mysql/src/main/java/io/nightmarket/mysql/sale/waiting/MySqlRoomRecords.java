package io.nightmarket.mysql.sale.waiting;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.sale.waiting.RoomRecords;
import io.nightmarket.domain.sale.waiting.RoomSale;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The column flash_sale.waiting_room and the table waiting_room_revocation. */
public final class MySqlRoomRecords implements RoomRecords {
    private static final String RUNNING =
            "SELECT f.voucher_id, f.shard, f.version, s.begin_time, s.end_time FROM flash_sale f"
                    + " JOIN tb_seckill_voucher s ON s.voucher_id = f.voucher_id"
                    + " WHERE f.waiting_room = 1 AND f.state <> 'DRAFT'"
                    + " AND s.begin_time <= UTC_TIMESTAMP() AND s.end_time > UTC_TIMESTAMP() ORDER BY f.voucher_id LIMIT ?";

    private static final String REVOKE = "INSERT INTO waiting_room_revocation (voucher_id, user_id) VALUES (?, ?)"
            + " ON DUPLICATE KEY UPDATE user_id = user_id";

    private static final String BOUGHT =
            "SELECT 1 FROM tb_voucher_order WHERE user_id = ? AND create_time >= ? AND voucher_id = ? LIMIT 1";

    private static final String REVOKED = "SELECT user_id FROM waiting_room_revocation"
            + " WHERE voucher_id = ? AND user_id > ? ORDER BY user_id LIMIT ?";

    private final Database database;

    public MySqlRoomRecords(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<RoomSale>> running(int max) {
        return database.answer(RUNNING, rows -> Rows.all(rows, MySqlRoomRecords::sale), max);
    }

    private static RoomSale sale(Row row) {
        return new RoomSale(
                new VoucherId(Columns.number(row, "voucher_id")),
                new Shard(Columns.small(row, "shard")),
                new SaleWindow(Columns.time(row, "begin_time"), Columns.time(row, "end_time")),
                Columns.number(row, "version"));
    }

    @Override
    public CompletionStage<Void> revoke(VoucherId sale, UserId user) {
        return database.write(REVOKE, sale.value(), user.value());
    }

    @Override
    public CompletionStage<Boolean> hasBought(VoucherId sale, UserId user, Instant since) {
        return database.answer(BOUGHT, rows -> rows.size() > 0, user.value(), Columns.seconds(since), sale.value());
    }

    @Override
    public CompletionStage<List<UserId>> revoked(VoucherId sale, long after, int max) {
        return database.answer(
                REVOKED,
                rows -> Rows.all(rows, row -> new UserId(Columns.number(row, "user_id"))),
                sale.value(),
                after,
                max);
    }
}
