package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ShopStaffRoutesTest extends RoutesTestBase {
    private static final String STAFF = "/shop/1/staff";
    private String phone = "";
    private String owner = "";
    private String cashier = "";

    @BeforeEach
    void aShopWithItsOwner() {
        owner = client.logIn(Role.MERCHANT);
        phone = TestClient.newPhone();
        cashier = client.logIn(phone);
        node.shops.add(Shops.shop(1));
        node.shops.own(new ShopId(1), user(owner));
    }

    private UserId user(String token) {
        return new UserId(client.get("/user/me", AUTH, token).object().getLong("id"));
    }

    private Reply appoint(String token, @Nullable String role) {
        return client.put(STAFF, object("phone", phone).put("role", role), AUTH, token);
    }

    private Reply createVoucher(String token) {
        return client.post("/voucher", object("shopId", 1, "title", "t", "payValue", 1, "actualValue", 2), AUTH, token);
    }

    @Test
    void aRoleInTheShopCountsAtOnceAndDoesWhatItSays() {
        createVoucher(cashier).isRefused(403, "FORBIDDEN");
        assertNull(appoint(owner, "MANAGER").data());
        var _ = createVoucher(cashier).data();
        appoint(cashier, "MANAGER").isRefused(403, "FORBIDDEN");
        assertNull(appoint(owner, "CASHIER").data());
        createVoucher(cashier).isRefused(403, "FORBIDDEN");
        assertNull(appoint(owner, null).data());
        client.get(STAFF, AUTH, cashier).isRefused(403, "FORBIDDEN");
    }

    @Test
    void theOwnerAndStaffWhoReadSeeWhoWorksThere() {
        assertNull(appoint(owner, "CASHIER").data());
        for (String reader : List.of(owner, client.logIn(Role.AUDITOR), client.logIn(Role.OPERATOR))) {
            assertEquals(2, client.get(STAFF, AUTH, reader).list().size());
        }
        client.get(STAFF, AUTH, client.logIn(Role.MERCHANT)).isRefused(403, "FORBIDDEN");
    }

    @Test
    void whatDoesNotFitIsRefused() {
        appoint(owner, "OWNER").isRefused(400, "BAD_REQUEST");
        client.put(STAFF, object("phone", "12345", "role", "CASHIER"), AUTH, owner)
                .isRefused(200, "PHONE_INVALID");
        client.put(STAFF, object("phone", TestClient.newPhone(), "role", "CASHIER"), AUTH, owner)
                .isRefused(200, "USER_NOT_FOUND");
        appoint(client.logIn(Role.OPERATOR), "CASHIER").isRefused(403, "FORBIDDEN");
        appoint(client.logIn(Role.AUDITOR), "CASHIER").isRefused(403, "FORBIDDEN");
    }
}
