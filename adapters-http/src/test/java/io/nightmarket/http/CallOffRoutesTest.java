package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CallOffRoutesTest extends RoutesTestBase {
    private static final JsonObject REASON = object("reason", "no goods");

    private static String path(VoucherId sale) {
        return "/sales/" + sale.value() + "/call-off";
    }

    private JsonObject progress(VoucherId sale, String token) {
        return client.get(path(sale), AUTH, token).object();
    }

    @Test
    void aSaleIsCalledOffForGoodAndItsEndIsProved() {
        VoucherId sale = sale(2, Duration.ZERO);
        String buyer = client.logIn(Role.SHOPPER);
        String order = String.valueOf(client.post(buy(sale), AUTH, buyer).data());
        node.settle();
        String operator = client.logIn(Role.OPERATOR);
        client.get(path(sale), AUTH, operator).isRefused(200, "SALE_NOT_CALLED_OFF");

        assertEquals(200, client.post(path(sale), REASON, AUTH, operator).status());
        assertEquals(200, client.post(path(sale), REASON, AUTH, operator).status());

        assertFalse(
                client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).json().getBoolean("success"));
        var _ = client.post("/admin/sales/" + sale.value() + "/resume", AUTH, operator);
        assertFalse(
                client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).json().getBoolean("success"));
        client.get(path(sale), AUTH, client.logIn(Role.MERCHANT)).isRefused(200, "SALE_NOT_CALLED_OFF");
        String owner = client.logIn(Role.MERCHANT);
        node.shops.own(new ShopId(1), client.user(owner));
        assertEquals("no goods", progress(sale, owner).getString("reason"));
        JsonObject running = progress(sale, client.logIn(Role.AUDITOR));
        assertEquals("RUNNING", running.getString("state"));
        assertEquals(1, running.getJsonObject("orders").getInteger("left"));
        assertFalse(running.containsKey("doneAt"));
        await(node.callOffSale().iterate());
        await(node.releases().release(Shard.FIRST));
        await(node.callOffSale().iterate());

        JsonObject done = progress(sale, operator);
        assertEquals("DONE", done.getString("state"));
        assertEquals("no goods", done.getString("reason"));
        assertNotNull(done.getString("doneAt"));
        assertEquals(0, done.getJsonObject("orders").getInteger("left"));
        assertEquals(1, done.getJsonObject("orders").getInteger("cancelled"));
        assertTrue(done.getBoolean("addsUp"));
        assertEquals(
                4, client.get("/voucher-order/" + order, AUTH, buyer).object().getInteger("status"));
    }

    @Test
    void operatorsAloneCallASaleOffAndSeeIt() {
        VoucherId sale = sale(1, Duration.ZERO);
        for (Role role : List.of(Role.SHOPPER, Role.MERCHANT)) {
            String token = client.logIn(role);
            client.post(path(sale), REASON, AUTH, token).isRefused(403, "FORBIDDEN");
            client.get(path(sale), AUTH, token).isRefused(200, "SALE_NOT_CALLED_OFF");
        }
        client.post(path(sale), REASON, AUTH, client.logIn(Role.AUDITOR)).isRefused(403, "FORBIDDEN");
        String admin = client.logIn(Role.ADMIN);
        client.post(path(sale), new JsonObject(), AUTH, admin).isRefused(400, "BAD_REQUEST");
        VoucherId unknown = new VoucherId(987_654);
        client.post(path(unknown), REASON, AUTH, admin).isRefused(200, "VOUCHER_NOT_FOUND");
        client.get(path(unknown), AUTH, admin).isRefused(200, "SALE_NOT_CALLED_OFF");
    }
}
