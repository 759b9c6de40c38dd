package io.nightmarket.mysql.shop;

import io.nightmarket.domain.shop.ShopCoordinates;
import io.nightmarket.domain.shop.ShopCoordinatesReader;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Where shops lie, by tb_shop. */
public final class MySqlShopCoordinates implements ShopCoordinatesReader {
    private static final String PLACED = "SELECT id, type_id, x, y FROM tb_shop WHERE " + MySqlShops.WITH_ID
            + " AND x IS NOT NULL AND y IS NOT NULL AND type_id IS NOT NULL";
    private static final String FIND = PLACED + " AND id IN";
    private static final String AFTER = PLACED + " AND id > ? ORDER BY id LIMIT ?";

    private final Database database;

    public MySqlShopCoordinates(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<ShopCoordinates>> findAll(List<ShopId> ids) {
        return database.onSession(session ->
                        Rows.in(session, FIND, ids.stream().map(ShopId::value).toList()))
                .map(rows -> rows.stream().map(MySqlShopCoordinates::place).toList())
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<ShopCoordinates>> after(long id, int max) {
        return database.answer(AFTER, rows -> Rows.all(rows, MySqlShopCoordinates::place), id, max);
    }

    private static ShopCoordinates place(Row row) {
        return new ShopCoordinates(
                new ShopId(Columns.number(row, "id")),
                Columns.number(row, "type_id"),
                Columns.real(row, "x"),
                Columns.real(row, "y"));
    }
}
