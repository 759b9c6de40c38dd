package io.nightmarket.mysql.shop;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.domain.shop.ShopStaff;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Managers and cashiers in shop_staff. Who changes them holds the row of the shop. */
public final class MySqlShopStaff implements ShopStaff {
    private static final String LOCK = "SELECT 1 FROM tb_shop WHERE id = ? FOR UPDATE";
    private static final String STATE = "SELECT u.id, s.role,"
            + " (SELECT COUNT(*) FROM shop_staff a WHERE a.shop_id = ?) AS staff FROM tb_user u"
            + " LEFT JOIN shop_staff s ON s.user_id = u.id AND s.shop_id = ? WHERE u.phone = ?";
    private static final String SET = "INSERT INTO shop_staff (shop_id, user_id, role) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE role = VALUES(role)";
    private static final String REMOVE = "DELETE FROM shop_staff WHERE shop_id = ? AND user_id = ?";
    private static final String LIST = "SELECT u.id, u.nick_name, u.phone, s.role FROM"
            + " (SELECT user_id, 'OWNER' AS role FROM merchant_shop WHERE shop_id = ?"
            + " UNION ALL SELECT user_id, role FROM shop_staff WHERE shop_id = ?) s"
            + " JOIN tb_user u ON u.id = s.user_id ORDER BY s.role = 'OWNER' DESC, u.id LIMIT " + (MAX + 1);

    private final Database database;

    public MySqlShopStaff(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Outcome> appoint(
            StaffAction action, ShopId shop, PhoneNumber phone, Optional<ShopRole> role) {
        return database.answerInTransaction(session -> session.run(LOCK, shop.value())
                .compose(found -> found.size() == 0
                        ? Future.succeededFuture(Outcome.NO_SUCH_SHOP)
                        : session.run(STATE, shop.value(), shop.value(), phone.value())
                                .compose(rows -> Rows.first(rows, row -> row)
                                        .map(user -> change(session, action, shop, user, role))
                                        .orElseGet(() -> Future.succeededFuture(Outcome.NO_SUCH_USER)))));
    }

    private static Future<Outcome> change(
            DatabaseSession session, StaffAction action, ShopId shop, Row state, Optional<ShopRole> role) {
        Optional<ShopRole> before = Optional.ofNullable(state.getString("role")).map(ShopRole::valueOf);
        if (before.equals(role)) {
            return Future.succeededFuture(Outcome.DONE);
        } else if (before.isEmpty() && Columns.number(state, "staff") >= MAX) {
            return Future.succeededFuture(Outcome.FULL);
        }
        long user = Columns.number(state, "id");
        return role.map(given -> session.run(SET, shop.value(), user, given.name()))
                .orElseGet(() -> session.run(REMOVE, shop.value(), user))
                .compose(_ -> AuditRows.write(session, action, entry(user, before), entry(user, role)))
                .map(Outcome.DONE);
    }

    private static String entry(long user, Optional<ShopRole> role) {
        return "user " + user + ": " + role.map(ShopRole::name).orElse("none");
    }

    @Override
    public CompletionStage<List<Member>> of(ShopId shop) {
        return database.answer(LIST, rows -> Rows.all(rows, MySqlShopStaff::member), shop.value(), shop.value());
    }

    private static Member member(Row row) {
        return new Member(
                new UserId(Columns.number(row, "id")),
                Columns.text(row, "nick_name"),
                PhoneNumber.masked(Columns.text(row, "phone")),
                ShopRole.valueOf(Columns.text(row, "role")));
    }
}
