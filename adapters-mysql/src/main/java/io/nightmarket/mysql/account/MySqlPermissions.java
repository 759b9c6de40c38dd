package io.nightmarket.mysql.account;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.User;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.account.permission.Permissions;
import io.nightmarket.domain.base.Corrupt;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Roles in user_role, owners of shops in merchant_shop. Every change locks the user's row first, so that changes of one
 * user follow each other.
 */
public final class MySqlPermissions implements Permissions {
    private static final String EXISTS = "SELECT 1 FROM tb_user WHERE phone = ?";
    private static final String LOCK = "SELECT id, nick_name, icon FROM tb_user WHERE phone = ? FOR UPDATE";
    private static final String GRANT =
            "INSERT INTO user_role (user_id, role) VALUES (?, ?) ON DUPLICATE KEY UPDATE role = VALUES(role)";
    private static final String REVOKE = "DELETE FROM user_role WHERE user_id = ?";
    private static final String DISOWN = "DELETE FROM merchant_shop WHERE user_id = ?";
    private static final String DISMISS = "DELETE FROM shop_staff WHERE user_id = ?";
    private static final String ROLE = "SELECT role FROM user_role WHERE user_id = ?";
    private static final String SHOPS = "SELECT id FROM tb_shop WHERE id IN";
    private static final String OTHERS = "SELECT shop_id, user_id FROM merchant_shop WHERE user_id <> ? AND shop_id IN";
    private static final String ADD = "REPLACE INTO merchant_shop (shop_id, user_id) VALUES";
    private static final String REMOVE = "DELETE FROM merchant_shop WHERE user_id = ? AND shop_id IN";

    private final Database database;

    public MySqlPermissions(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Granted> grant(PhoneNumber phone, String nickName, Role role) {
        return database.inTransaction(session -> session.run(EXISTS, phone.value())
                        .map(rows -> rows.size() == 0)
                        .compose(missing -> create(session, phone, nickName, missing)
                                .compose(_ -> lock(session, phone))
                                .map(found -> user(found, phone, role))
                                .compose(user -> session.run(GRANT, user.id().value(), role.name())
                                        .map(_ -> new Granted(user, missing)))))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Optional<User>> revoke(PhoneNumber phone) {
        return database.inTransaction(session -> lock(session, phone)
                        .compose(found -> found.isEmpty()
                                ? Future.succeededFuture(Optional.<User>empty())
                                : session.run(REVOKE, id(found.get()).value())
                                        .compose(_ -> session.run(
                                                DISOWN, id(found.get()).value()))
                                        .compose(_ -> session.run(
                                                DISMISS, id(found.get()).value()))
                                        .map(_ -> Optional.of(user(found, phone, Role.SHOPPER)))))
                .toCompletionStage();
    }

    private static Future<?> create(DatabaseSession session, PhoneNumber phone, String nickName, boolean missing) {
        return missing ? session.run(MySqlUsers.INSERT, phone.value(), nickName) : Future.succeededFuture();
    }

    private static Future<Optional<Row>> lock(DatabaseSession session, PhoneNumber phone) {
        return session.run(LOCK, phone.value()).map(rows -> Rows.first(rows, row -> row));
    }

    private static User user(Optional<Row> found, PhoneNumber phone, Role role) {
        Row row = found.orElseThrow(() -> new Corrupt("a user was written and is not there: " + phone));
        return new User(id(row), Columns.text(row, "nick_name"), Columns.text(row, "icon"), role);
    }

    private static UserId id(Row row) {
        return new UserId(Columns.number(row, "id"));
    }

    @Override
    public CompletionStage<Assignment> assign(PhoneNumber merchant, Set<ShopId> added, Set<ShopId> removed) {
        return database.inTransaction(session -> lock(session, merchant)
                        .compose(found -> found.map(row -> assign(session, id(row), sorted(added), sorted(removed)))
                                .orElseGet(() -> Future.succeededFuture(new Assignment.UnknownUser()))))
                .toCompletionStage();
    }

    private static Future<Assignment> assign(
            DatabaseSession session, UserId user, List<Long> added, List<Long> removed) {
        return role(session, user)
                .compose(role -> role == Role.MERCHANT
                        ? unknown(session, added, removed)
                                .compose(unknown -> unknown.isEmpty()
                                        ? change(session, user, added, removed)
                                        : Future.succeededFuture(new Assignment.UnknownShops(unknown)))
                        : Future.succeededFuture(new Assignment.NotMerchant(role)));
    }

    private static Future<Role> role(DatabaseSession session, UserId user) {
        return session.run(ROLE, user.value())
                .map(rows -> Rows.first(rows, Roles::of).orElse(Role.SHOPPER));
    }

    private static Future<Set<ShopId>> unknown(DatabaseSession session, List<Long> added, List<Long> removed) {
        List<Long> all = Stream.concat(added.stream(), removed.stream()).toList();
        return Rows.in(session, SHOPS, all).map(rows -> {
            Set<Long> missing = new HashSet<>(all);
            rows.forEach(row -> missing.remove(Columns.number(row, "id")));
            return missing.stream().map(ShopId::new).collect(Collectors.toSet());
        });
    }

    private static Future<Assignment> change(
            DatabaseSession session, UserId merchant, List<Long> added, List<Long> removed) {
        List<List<?>> owned = new ArrayList<>();
        added.forEach(shop -> owned.add(List.of(shop, merchant.value())));
        return formerOwners(session, merchant, added)
                .compose(former -> Rows.insert(session, ADD, owned)
                        .compose(_ -> Rows.in(session, REMOVE, List.of(merchant.value()), removed))
                        .map(_ -> new Assignment.Assigned(former)));
    }

    private static Future<Map<ShopId, UserId>> formerOwners(
            DatabaseSession session, UserId merchant, List<Long> added) {
        return Rows.in(session, OTHERS, List.of(merchant.value()), added)
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(
                                row -> new ShopId(Columns.number(row, "shop_id")),
                                row -> new UserId(Columns.number(row, "user_id")))));
    }

    /** One order within each list. Should two changes still wait for each other, the database lets one of them fail. */
    private static List<Long> sorted(Set<ShopId> shops) {
        return shops.stream().map(ShopId::value).sorted().toList();
    }
}
