package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.sale.FlashSale;
import io.nightmarket.domain.sale.Shard;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class SaleOperationRoutesTest extends RoutesTestBase {
    private String admin = "";

    @BeforeAll
    void logIn() {
        admin = client.logIn(Role.ADMIN);
    }

    private Reply operate(VoucherId sale, String verb) {
        return client.post("/admin/sales/" + sale.value() + '/' + verb, AUTH, admin);
    }

    private Reply restock(VoucherId sale, String body) {
        return client.method("POST", "/admin/sales/" + sale.value() + "/stock", body, AUTH, admin);
    }

    private Reply restock(VoucherId sale, String id, long units) {
        return restock(sale, object("adjustmentId", id, "units", units).encode());
    }

    private Reply click(VoucherId sale) {
        return client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER));
    }

    private FlashSale inDatabase(VoucherId sale) {
        return await(node.orderLedger.find(sale)).orElseThrow();
    }

    @Test
    void aPausedSaleTakesNobodyUntilItIsResumed() {
        VoucherId sale = sale(5, Duration.ZERO);
        JsonObject paused = operate(sale, "pause").object();
        assertEquals(sale.value(), paused.getLong("id"));
        assertEquals("PAUSED", paused.getString("state"));
        click(sale).isRefused(200, "SALE_PAUSED");
        JsonObject again = operate(sale, "pause").object();
        assertEquals("PAUSED", again.getString("state"));
        assertTrue(again.getLong("version") > paused.getLong("version"));

        JsonObject resumed = operate(sale, "resume").object();
        assertEquals("OPEN", resumed.getString("state"));
        assertTrue(resumed.getLong("version") > again.getLong("version"));
        assertNotNull(click(sale).data());
    }

    @Test
    void anAdjustmentIsDoneOnce() {
        VoucherId sale = sale(1, Duration.ZERO);
        assertNotNull(click(sale).data());
        JsonObject done = object("adjustmentId", "wave 2", "units", 3, "state", "DONE");
        assertEquals(done, restock(sale, "wave 2", 3).object());
        assertEquals(done, restock(sale, "wave 2", 3).object());
        assertEquals(3, await(node.queue.available(Shard.FIRST, sale)).orElseThrow());
        assertEquals("DONE", restock(sale, "fewer", -2).object().getString("state"));
        assertEquals(1, await(node.queue.available(Shard.FIRST, sale)).orElseThrow());
        assertEquals(2, inDatabase(sale).issued());
    }

    @Test
    void anAdjustmentThatCannotBeDoneChangesNothing() {
        VoucherId sale = sale(2, Duration.ZERO);
        assertNotNull(click(sale).data());
        assertNotNull(restock(sale, "more", 1).data());

        restock(sale, "fewer", -3).isRefused(200, "STOCK_BELOW_SOLD");
        restock(sale, "fewer", -3).isRefused(200, "STOCK_BELOW_SOLD");
        Reply differs = restock(sale, "more", 2).refusedAs(200, "ADJUSTMENT_DIFFERS");
        assertEquals(1, differs.json().getLong("data"));
        VoucherId full = sale(Integer.MAX_VALUE, Duration.ZERO);
        restock(full, "more", 1).isRefused(200, "STOCK_TOO_LARGE");

        assertEquals(2, await(node.queue.available(Shard.FIRST, sale)).orElseThrow());
        assertEquals(3, inDatabase(sale).issued());
        assertEquals(Integer.MAX_VALUE, inDatabase(full).issued());
    }

    @Test
    void anUnknownSaleIsRefused() {
        VoucherId none = new VoucherId(987654321);
        operate(none, "pause").isRefused(200, "VOUCHER_NOT_FOUND");
        operate(none, "resume").isRefused(200, "VOUCHER_NOT_FOUND");
        restock(none, "more", 1).isRefused(200, "VOUCHER_NOT_FOUND");
    }
}
