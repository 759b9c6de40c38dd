package io.nightmarket.mysql.shop;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.FindShopTypes;
import io.nightmarket.domain.shop.ShopTypes;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The types of shops in tb_shop_type. */
public final class MySqlShopTypes implements ShopTypes {
    private static final String INSERT = "INSERT INTO tb_shop_type (name, icon, sort) VALUES (?, ?, COALESCE(?, 0))";
    private static final String UPDATE = "UPDATE tb_shop_type SET name = COALESCE(?, name), icon = COALESCE(?, icon),"
            + " sort = COALESCE(?, sort) WHERE id = ?";
    private static final String DELETE = "DELETE FROM tb_shop_type WHERE id = ?"
            + " AND NOT EXISTS (SELECT 1 FROM tb_shop s WHERE s.type_id = tb_shop_type.id)";

    private final Database database;

    public MySqlShopTypes(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Saved> create(Draft type) {
        return database.inTransaction(session -> session.run(INSERT, type.name(), type.icon(), type.sort())
                        .map(Rows::lastInsertId)
                        .compose(id -> note(session).map(change -> new Saved(id, change))))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<CacheChange>> update(long id, Draft change) {
        return write(UPDATE, change.name(), change.icon(), change.sort(), id);
    }

    @Override
    public CompletionStage<Optional<CacheChange>> delete(long id) {
        return write(DELETE, id);
    }

    private CompletionStage<Optional<CacheChange>> write(String statement, @Nullable Object... values) {
        return database.inTransaction(session -> session.run(statement, values)
                        .compose(rows -> rows.rowCount() == 0
                                ? Future.succeededFuture(Optional.<CacheChange>empty())
                                : note(session).map(Optional::of)))
                .toCompletionStage();
    }

    private static Future<CacheChange> note(DatabaseSession session) {
        return ChangeLog.note(session, CacheNames.SHOP_TYPES, FindShopTypes.ALL_TYPES);
    }
}
