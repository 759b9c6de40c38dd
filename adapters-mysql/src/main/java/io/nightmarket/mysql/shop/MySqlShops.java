package io.nightmarket.mysql.shop;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Shops in tb_shop, their types in tb_shop_type, their owners in merchant_shop. */
public final class MySqlShops implements ShopRepository {
    private static final String FIND = "SELECT id, name, type_id, images, area, address, x, y, avg_price, sold,"
            + " comments, score, open_hours, create_time, update_time FROM tb_shop WHERE id = ?";
    private static final String TYPES =
            "SELECT id, name, icon, sort, create_time, update_time FROM tb_shop_type ORDER BY COALESCE(sort, 0), id";
    private static final String OWNED = "SELECT 1 FROM merchant_shop WHERE shop_id = ? AND user_id = ?";
    private static final String UPDATE = "UPDATE tb_shop SET name = COALESCE(?, name), type_id = COALESCE(?, type_id),"
            + " images = COALESCE(?, images), area = COALESCE(?, area), address = COALESCE(?, address),"
            + " x = COALESCE(?, x), y = COALESCE(?, y), avg_price = COALESCE(?, avg_price),"
            + " open_hours = COALESCE(?, open_hours) WHERE id = ?";

    private final Database database;

    public MySqlShops(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Shop>> find(ShopId id) {
        return database.answer(FIND, rows -> Rows.first(rows, MySqlShops::shop), id.value());
    }

    @Override
    public CompletionStage<List<ShopType>> findTypes() {
        return database.answer(TYPES, rows -> Rows.all(rows, MySqlShops::type));
    }

    @Override
    public CompletionStage<Boolean> isOwnedBy(ShopId id, UserId merchant) {
        return database.answer(OWNED, rows -> rows.size() > 0, id.value(), merchant.value());
    }

    @Override
    public CompletionStage<Boolean> update(ShopChange change) {
        Tuple values = Tuple.tuple()
                .addValue(change.name())
                .addValue(change.typeId())
                .addValue(change.images())
                .addValue(change.area())
                .addValue(change.address())
                .addValue(change.x())
                .addValue(change.y())
                .addValue(change.avgPrice())
                .addValue(change.openHours())
                .addValue(change.id().value());
        return database.run(UPDATE, values, rows -> rows.rowCount() > 0).toCompletionStage();
    }

    private static Shop shop(Row row) {
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

    private static ShopType type(Row row) {
        return new ShopType(
                Columns.number(row, "id"),
                Columns.textOrNull(row, "name"),
                Columns.textOrNull(row, "icon"),
                Columns.small(row, "sort"),
                Columns.timeOrNull(row, "create_time"),
                Columns.timeOrNull(row, "update_time"));
    }
}
