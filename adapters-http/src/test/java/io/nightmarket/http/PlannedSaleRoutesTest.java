package io.nightmarket.http;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.sale.SaleState;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class PlannedSaleRoutesTest extends RoutesTestBase {
    private String staff = "";

    @BeforeAll
    void logIn() {
        staff = client.logIn(Role.OPERATOR);
    }

    private VoucherId later() {
        return sale(5, Duration.ofHours(1));
    }

    private static String path(VoucherId sale) {
        return "/sales/" + sale.value();
    }

    private JsonObject details(VoucherId sale) {
        return client.get(path(sale), AUTH, staff).object();
    }

    private Reply correct(VoucherId sale, JsonObject body) {
        JsonObject versioned =
                object("version", details(sale).getLong("version")).mergeIn(body);
        return client.method("PUT", path(sale), versioned.encode(), AUTH, staff);
    }

    private Reply move(VoucherId sale, String verb) {
        return client.post(path(sale) + '/' + verb, AUTH, staff);
    }

    private Reply move(VoucherId sale, String verb, String reason) {
        String body = object("reason", reason).encode();
        return client.method("POST", path(sale) + '/' + verb, body, AUTH, staff);
    }

    private String in(Duration time) {
        return node.clock.instant().plus(time).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    private StaffAction latest() {
        return node.orderLedger.audited().getLast();
    }

    @Test
    void aSaleIsShownWithItsNumbers() {
        VoucherId sale = sale(5, Duration.ZERO);
        assertNotNull(client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).data());
        JsonObject shown = details(sale);
        assertEquals("OPEN", shown.getString("state"));
        assertEquals("RUNNING", shown.getString("phase"));
        assertEquals(
                object("issued", 5, "available", 4, "waiting", 1, "settled", 0, "claims", 0),
                shown.getJsonObject("numbers"));
        node.settle();
        assertEquals(
                object("issued", 5, "available", 4, "waiting", 0, "settled", 1, "claims", 1),
                details(sale).getJsonObject("numbers"));
        assertEquals("SCHEDULED", details(later()).getString("phase"));
        client.get(path(new VoucherId(987654321)), AUTH, staff).isRefused(200, "VOUCHER_NOT_FOUND");
    }

    @Test
    void whatIsLeftOutStays() {
        VoucherId sale = later();
        JsonObject before = details(sale);
        JsonObject done = correct(sale, object("title", "新券", "payValue", 0, "reason", "a slip"))
                .object();
        JsonObject after = details(sale);
        assertEquals(done.getLong("version"), after.getLong("version"));
        assertEquals(
                before.copy()
                        .put("title", "新券")
                        .put("payValue", 0)
                        .put("numbers", after.getValue("numbers"))
                        .put("version", done.getLong("version")),
                after);
        assertEquals("a slip", latest().reason());
        assertEquals("correctSale", latest().operation());
        JsonObject old = object("version", before.getLong("version"), "title", "x");
        Reply refused =
                client.method("PUT", path(sale), old.encode(), AUTH, staff).refusedAs(200, "SALE_CHANGED");
        assertEquals(done.getLong("version"), refused.json().getLong("data"));
    }

    @Test
    void eachBrokenRuleIsNamed() {
        VoucherId sale = later();
        long worth = details(sale).getLong("actualValue");
        assertBroken("payValue", "价格不能高于面值 actualValue", correct(sale, object("payValue", worth + 1)));
        assertBroken("endTime", "结束时间须晚于开始时间", correct(sale, object("endTime", in(Duration.ofMinutes(10)))));
        VoucherId running = sale(5, Duration.ofHours(-1));
        assertBroken("endTime", "须在将来", correct(running, object("endTime", in(Duration.ofMinutes(-1)))));
    }

    private static void assertBroken(String place, String rule, Reply reply) {
        reply.isRefused(400, "BAD_REQUEST");
        assertEquals(place, reply.place());
        assertTrue(reply.text().endsWith(rule), reply::toString);
    }

    @Test
    void aDraftIsForItsStaffUntilItIsPublished() {
        VoucherId old = sale(5, Duration.ofHours(-9));
        JsonObject times = object("beginTime", in(Duration.ofHours(-1)), "endTime", in(Duration.ofHours(1)));
        Reply copied = client.method("POST", path(old) + "/copy", times.encode(), AUTH, staff);
        VoucherId draft = new VoucherId(Long.parseLong(String.valueOf(copied.data())));
        assertEquals("DRAFT", details(draft).getString("state"));
        assertEquals(details(old).getString("title"), details(draft).getString("title"));
        String shopper = client.logIn(Role.SHOPPER);
        client.post(buy(draft), AUTH, shopper).isRefused(200, "VOUCHER_NOT_FOUND");
        client.get(path(draft), AUTH, shopper).isRefused(403, "FORBIDDEN");
        assertEquals("OPEN", move(draft, "publish").object().getString("state"));
        assertNotNull(client.post(buy(draft), AUTH, shopper).data());
        move(draft, "withdraw").isRefused(200, "SALE_BEGUN");
        assertEquals("DRAFT", move(later(), "withdraw").object().getString("state"));
    }

    @Test
    void aSaleIsPausedWithAReason() {
        VoucherId sale = sale(5, Duration.ZERO);
        assertEquals("PAUSED", move(sale, "pause", "wrong title").object().getString("state"));
        assertEquals("wrong title", latest().reason());
        Reply refused = move(sale, "publish").refusedAs(200, "SALE_STATE");
        assertEquals(SaleState.PAUSED.name(), refused.json().getString("data"));
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(200, "SALE_PAUSED");
        assertEquals("OPEN", move(sale, "resume", "right title").object().getString("state"));
        client.method("POST", path(sale) + "/pause", "{}", AUTH, staff).isRefused(400, "BAD_REQUEST");
    }
}
