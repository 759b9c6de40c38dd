package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.Voucher;
import io.nightmarket.domain.shop.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/** Rows of {@code tb_voucher}. */
public final class VoucherRows {
    private VoucherRows() {}

    /**
     * Reads a row.
     *
     * @param terms the terms of a flash sale
     */
    public static Voucher voucher(Row row, Voucher.@Nullable Terms terms) {
        long shop = Columns.number(row, "shop_id");
        return new Voucher(
                new VoucherId(Columns.number(row, "id")),
                shop > 0 ? new ShopId(shop) : null,
                Columns.text(row, "title"),
                Columns.textOrNull(row, "sub_title"),
                Columns.textOrNull(row, "rules"),
                Columns.number(row, "pay_value"),
                Columns.number(row, "actual_value"),
                Columns.small(row, "type"),
                Columns.small(row, "status"),
                terms,
                Columns.time(row, "create_time"),
                Columns.time(row, "update_time"));
    }
}
