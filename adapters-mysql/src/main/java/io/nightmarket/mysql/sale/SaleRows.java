package io.nightmarket.mysql.sale;

import io.nightmarket.domain.sale.Acknowledgement;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.sale.SaleWindow;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.voucher.Voucher;
import io.nightmarket.domain.voucher.VoucherId;
import io.nightmarket.mysql.client.Columns;
import io.vertx.sqlclient.Row;
import org.jspecify.annotations.Nullable;

/** Reads vouchers and sales from their rows. */
final class SaleRows {
    private SaleRows() {}

    static Voucher voucher(Row row) {
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
                terms(row),
                Columns.time(row, "create_time"),
                Columns.time(row, "update_time"));
    }

    static FlashSale sale(Row row) {
        return new FlashSale(
                new VoucherId(Columns.number(row, "voucher_id")),
                new Shard(Columns.small(row, "shard")),
                SaleState.valueOf(Columns.text(row, "state")),
                new SaleWindow(Columns.time(row, "begin_time"), Columns.time(row, "end_time")),
                Columns.number(row, "issued"),
                Columns.number(row, "stock"),
                Acknowledgement.valueOf(Columns.text(row, "acknowledgement")),
                Columns.number(row, "version"));
    }

    private static Voucher.@Nullable Terms terms(Row row) {
        Long stock = Columns.numberOrNull(row, "stock");
        return stock == null
                ? null
                : new Voucher.Terms(stock, Columns.time(row, "begin_time"), Columns.time(row, "end_time"));
    }
}
