package io.nightmarket.mysql.shop;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.shop.NewShop;
import io.nightmarket.domain.shop.Shop;
import io.nightmarket.domain.shop.ShopChange;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopOrder;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopType;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shops in tb_shop, their types in tb_shop_type, their owners in merchant_shop. */
public final class MySqlShops implements ShopRepository {
    private static final String FIND = "SELECT id, name, type_id, images, area, address, x, y, avg_price, sold,"
            + " comments, score, open_hours, create_time, update_time FROM tb_shop WHERE id = ?";
    private static final String OPENING = "SELECT type_id, create_time FROM tb_shop WHERE id = ?";
    private static final String TYPES =
            "SELECT id, name, icon, sort, create_time, update_time FROM tb_shop_type ORDER BY COALESCE(sort, 0), id";
    private static final String UPDATE = "UPDATE tb_shop SET name = COALESCE(?, name), type_id = COALESCE(?, type_id),"
            + " images = COALESCE(?, images), area = COALESCE(?, area), address = COALESCE(?, address),"
            + " x = COALESCE(?, x), y = COALESCE(?, y), avg_price = COALESCE(?, avg_price),"
            + " open_hours = COALESCE(?, open_hours) WHERE id = ?";
    private static final String INSERT =
            "INSERT INTO tb_shop (name, type_id, images, area, address, x, y, avg_price, open_hours, sold, comments, score)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0)";
    private static final String OWN = "INSERT INTO merchant_shop (shop_id, user_id) VALUES (?, ?)";

    /** Adopted rows may have numbers that are no {@link ShopId}; one of them must not fail a page. */
    static final String WITH_ID = "id BETWEEN 1 AND " + Long.MAX_VALUE;

    /**
     * Every client may ask for lists. A client that gives up does not stop its statement, so the server does after a second.
     * MariaDB takes the hint for a comment.
     */
    static final String BRIEFLY = "/*+ MAX_EXECUTION_TIME(1000) */";

    private static final String IDS = "SELECT id FROM tb_shop WHERE " + WITH_ID + " AND id > ? ORDER BY id LIMIT ?";

    private static final String TYPES_IN_USE =
            "SELECT " + BRIEFLY + " DISTINCT type_id FROM tb_shop WHERE type_id IS NOT NULL";

    private static final String COUNT_BEFORE = "SELECT COUNT(*) AS number FROM (SELECT id FROM tb_shop WHERE " + WITH_ID
            + " AND type_id = ? AND id < ? LIMIT " + MAX_LISTED + ") AS before_it";

    private final Database database;
    private final ShopPageQueries pages;

    public MySqlShops(Database database) {
        this.database = database;
        this.pages = new ShopPageQueries(database);
    }

    @Override
    public CompletionStage<Optional<Shop>> find(ShopId id) {
        return database.answer(FIND, rows -> Rows.first(rows, ShopRows::shop), id.value());
    }

    @Override
    public CompletionStage<List<ShopType>> findTypes() {
        return database.answer(TYPES, rows -> Rows.all(rows, ShopRows::type));
    }

    @Override
    public CompletionStage<Optional<ShopRole>> roleIn(ShopId id, UserId user) {
        return ShopRoles.in(database, id, user);
    }

    @Override
    public CompletionStage<Map<ShopId, ShopRole>> rolesOf(UserId user) {
        return ShopRoles.of(database, user);
    }

    @Override
    public CompletionStage<Saved> create(NewShop shop, Optional<UserId> owner) {
        return database.answerInTransaction(session -> insert(session, shop)
                .compose(id -> own(session, id, owner)
                        .compose(_ -> ShopNameIndex.add(session, id.value(), id.value()))
                        .compose(_ -> note(session, id))
                        .map(change -> new Saved(id, change))));
    }

    private static Future<ShopId> insert(DatabaseSession session, NewShop shop) {
        return session.run(
                        INSERT,
                        shop.name(),
                        shop.typeId(),
                        shop.images(),
                        shop.area(),
                        shop.address(),
                        shop.x(),
                        shop.y(),
                        shop.avgPrice(),
                        shop.openHours())
                .map(rows -> new ShopId(Rows.lastInsertId(rows)));
    }

    private static Future<?> own(DatabaseSession session, ShopId shop, Optional<UserId> owner) {
        return owner.<Future<?>>map(merchant -> session.run(OWN, shop.value(), merchant.value()))
                .orElseGet(Future::succeededFuture);
    }

    private static Future<CacheChange> note(DatabaseSession session, ShopId shop) {
        return ChangeLog.note(session, CacheNames.SHOP, Long.toString(shop.value()));
    }

    @Override
    public CompletionStage<Optional<CacheChange>> update(ShopChange change) {
        return database.answerInTransaction(session -> session.run(
                        UPDATE,
                        change.name(),
                        change.typeId(),
                        change.images(),
                        change.area(),
                        change.address(),
                        change.x(),
                        change.y(),
                        change.avgPrice(),
                        change.openHours(),
                        change.id().value())
                .compose(rows -> rows.rowCount() == 0
                        ? Future.succeededFuture(Optional.<CacheChange>empty())
                        : rename(session, change)
                                .compose(_ -> note(session, change.id()))
                                .map(Optional::of)));
    }

    private static Future<?> rename(DatabaseSession session, ShopChange change) {
        return change.name() == null ? Future.succeededFuture() : ShopNameIndex.replace(session, change.id());
    }

    @Override
    public CompletionStage<Long> indexNames(long after, int max) {
        return idsAfter(after, max)
                .thenCompose(ids -> ids.isEmpty()
                        ? CompletableFuture.completedStage(0L)
                        : database.inTransactionWithoutGapLocks(
                                        session -> ShopNameIndex.add(session, ids.getFirst(), ids.getLast()))
                                .map(ids.getLast())
                                .toCompletionStage());
    }

    @Override
    public CompletionStage<List<ShopId>> pageOfType(long typeId, ShopOrder order, long offset, int size) {
        return pages.ofType(typeId, order, offset, size);
    }

    @Override
    public CompletionStage<List<ShopId>> pageByName(Optional<String> part, long offset, int size) {
        return pages.byName(part, offset, size);
    }

    @Override
    public CompletionStage<Optional<Opening>> opening(ShopId id) {
        return database.answer(
                OPENING,
                rows -> Rows.first(
                        rows, row -> new Opening(Columns.number(row, "type_id"), Columns.time(row, "create_time"))),
                id.value());
    }

    @Override
    public CompletionStage<List<Long>> typesInUse() {
        return database.answer(TYPES_IN_USE, rows -> Rows.all(rows, row -> Columns.number(row, "type_id")));
    }

    @Override
    public CompletionStage<Long> countBefore(ShopId id, long typeId) {
        return database.answer(COUNT_BEFORE, rows -> Rows.number(rows, "number"), typeId, id.value());
    }

    @Override
    public CompletionStage<List<Long>> idsAfter(long after, int max) {
        return database.answer(IDS, rows -> Rows.all(rows, row -> Columns.number(row, "id")), Math.max(0, after), max);
    }
}
