package io.nightmarket.mysql.shop;

import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.NewVoucher;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.domain.shop.VoucherRepository;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Vouchers in tb_voucher. */
public final class MySqlVouchers implements VoucherRepository {
    private static final String FIND = "SELECT id, shop_id, title, sub_title, rules, pay_value, actual_value, type,"
            + " status, create_time, update_time FROM tb_voucher WHERE id = ? AND NOT EXISTS"
            + " (SELECT 1 FROM flash_sale f WHERE f.voucher_id = tb_voucher.id AND f.state = 'DRAFT')";

    /** Writes nothing, and so makes no id, when there is no such shop. */
    private static final String INSERT =
            "INSERT INTO tb_voucher (shop_id, title, sub_title, rules, pay_value, actual_value, type, status)"
                    + " SELECT id, ?, ?, ?, ?, ?, 0, 1 FROM tb_shop WHERE id = ?";

    private final Database database;

    public MySqlVouchers(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Voucher>> find(VoucherId id) {
        return database.answer(FIND, rows -> Rows.first(rows, row -> VoucherRows.voucher(row, null)), id.value());
    }

    @Override
    public CompletionStage<Optional<Created>> create(NewVoucher voucher) {
        return database.inTransaction(session -> insert(session, voucher)
                        .compose(id -> id.isEmpty()
                                ? Future.succeededFuture(Optional.<Created>empty())
                                : ChangeLog.note(
                                                session,
                                                CacheNames.VOUCHERS,
                                                Long.toString(voucher.shop().value()))
                                        .map(change -> Optional.of(new Created(id.get(), change)))))
                .toCompletionStage();
    }

    private static Future<Optional<VoucherId>> insert(DatabaseSession session, NewVoucher voucher) {
        return session.run(
                        INSERT,
                        voucher.title(),
                        voucher.subTitle(),
                        voucher.rules(),
                        voucher.payValue(),
                        voucher.actualValue(),
                        voucher.shop().value())
                .map(inserted -> inserted.rowCount() == 0
                        ? Optional.empty()
                        : Optional.of(new VoucherId(Rows.lastInsertId(inserted))));
    }
}
