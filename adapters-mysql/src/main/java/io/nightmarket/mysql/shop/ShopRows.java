package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.mysql.client.Columns;
import io.vertx.sqlclient.Row;

/** Reads shops and types from rows. */
final class ShopRows {
    private ShopRows() {}

    static Shop shop(Row row) {
        return new Shop(
                new ShopId(Columns.number(row, "id")),
                Columns.text(row, "name"),
                Columns.number(row, "type_id"),
                Columns.text(row, "images"),
                Columns.textOrNull(row, "area"),
                Columns.text(row, "address"),
                Columns.real(row, "x"),
                Columns.real(row, "y"),
                Columns.numberOrNull(row, "avg_price"),
                Columns.number(row, "sold"),
                Columns.number(row, "comments"),
                Columns.small(row, "score"),
                Columns.textOrNull(row, "open_hours"),
                Columns.time(row, "create_time"),
                Columns.time(row, "update_time"));
    }

    static ShopType type(Row row) {
        return new ShopType(
                Columns.number(row, "id"),
                Columns.textOrNull(row, "name"),
                Columns.textOrNull(row, "icon"),
                Columns.small(row, "sort"),
                Columns.timeOrNull(row, "create_time"),
                Columns.timeOrNull(row, "update_time"));
    }
}
