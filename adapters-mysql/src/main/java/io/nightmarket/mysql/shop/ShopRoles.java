package io.nightmarket.mysql.shop;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.ShopRepository;
import io.nightmarket.domain.shop.ShopRole;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Who has which role in which shop: owners in merchant_shop, others in shop_staff. */
final class ShopRoles {
    private static final String IN = "SELECT 'OWNER' AS role FROM merchant_shop WHERE shop_id = ? AND user_id = ?"
            + " UNION ALL SELECT role FROM shop_staff WHERE shop_id = ? AND user_id = ?";
    private static final String OF = "SELECT shop_id, 'OWNER' AS role FROM merchant_shop WHERE user_id = ?"
            + " UNION ALL SELECT shop_id, role FROM shop_staff WHERE user_id = ? LIMIT " + ShopRepository.MAX_ROLES;

    private ShopRoles() {}

    static CompletionStage<Optional<ShopRole>> in(Database database, ShopId shop, UserId user) {
        return database.answer(
                IN,
                rows -> Rows.first(rows, row -> ShopRole.valueOf(Columns.text(row, "role"))),
                shop.value(),
                user.value(),
                shop.value(),
                user.value());
    }

    /** An owner's other role in the same shop says less, and is left out. */
    static CompletionStage<Map<ShopId, ShopRole>> of(Database database, UserId user) {
        return database.answer(
                OF,
                rows -> {
                    Map<ShopId, ShopRole> roles = new HashMap<>();
                    rows.forEach(row -> roles.putIfAbsent(
                            new ShopId(Columns.number(row, "shop_id")), ShopRole.valueOf(Columns.text(row, "role"))));
                    return roles;
                },
                user.value(),
                user.value());
    }
}
