package io.nightmarket.mysql.sale;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.sale.FlashSaleRepository.Made;
import io.nightmarket.domain.sale.NewFlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.vertx.core.Future;
import io.vertx.mysqlclient.MySQLClient;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.Optional;

/** Writes a new sale. */
final class SaleInsert {
    /** Writes nothing, and so makes no id, when there is no such shop. */
    private static final String INSERT_VOUCHER =
            "INSERT INTO tb_voucher (shop_id, title, sub_title, rules, pay_value, actual_value, type, status)"
                    + " SELECT id, ?, ?, ?, ?, ?, 1, 1 FROM tb_shop WHERE id = ?";

    private static final String INSERT_STOCK =
            "INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, ?, ?)";

    private static final String INSERT_SALE =
            "INSERT INTO flash_sale (voucher_id, shard, issued, state, acknowledgement, waitlist_last, waiting_room,"
                    + " signed_path) VALUES (?, ?, ?, ?, ?, IF(?, 0, NULL), ?, ?)";

    private SaleInsert() {}

    /** Writes the voucher, its stock and its sale, and notes the change; nothing when there is no such shop. */
    static Future<Optional<Made>> insert(DatabaseSession session, NewFlashSale sale, Shard shard) {
        return insertVoucher(session, sale)
                .compose(voucher -> voucher.isEmpty()
                        ? Future.succeededFuture(Optional.<Made>empty())
                        : insertSale(session, sale, shard, voucher.get())
                                .compose(_ -> note(session, sale.shop()))
                                .map(change -> Optional.of(new Made(voucher.get(), change))));
    }

    private static Future<Optional<VoucherId>> insertVoucher(DatabaseSession session, NewFlashSale sale) {
        return session.run(
                        INSERT_VOUCHER,
                        sale.title(),
                        sale.subTitle(),
                        sale.rules(),
                        sale.payValue(),
                        sale.actualValue(),
                        sale.shop().value())
                .map(SaleInsert::made);
    }

    private static Future<Void> insertSale(DatabaseSession session, NewFlashSale sale, Shard shard, VoucherId voucher) {
        return session.run(
                        INSERT_STOCK,
                        voucher.value(),
                        sale.stock(),
                        Columns.seconds(sale.window().begin()),
                        Columns.seconds(sale.window().end()))
                .compose(_ -> session.run(
                        INSERT_SALE,
                        voucher.value(),
                        shard.number(),
                        sale.stock(),
                        (sale.draft() ? SaleState.DRAFT : SaleState.OPEN).name(),
                        sale.acknowledgement().name(),
                        sale.options().waitlist() ? 1 : 0,
                        sale.options().waitingRoom() ? 1 : 0,
                        sale.options().signedPath() ? 1 : 0))
                .mapEmpty();
    }

    private static Future<CacheChange> note(DatabaseSession session, ShopId shop) {
        return ChangeLog.note(session, CacheNames.VOUCHERS, Long.toString(shop.value()));
    }

    private static Optional<VoucherId> made(RowSet<Row> answer) {
        return answer.rowCount() == 0
                ? Optional.empty()
                : Optional.of(new VoucherId(answer.property(MySQLClient.LAST_INSERTED_ID)));
    }
}
