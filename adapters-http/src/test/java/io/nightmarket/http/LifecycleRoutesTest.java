package io.nightmarket.http;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.testkit.Json.json;
import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.order.OrderId;
import io.nightmarket.domain.order.lifecycle.OrdinaryOrders;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.sale.Purchase;
import io.nightmarket.domain.shop.VoucherId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orders after their sale, as a front end meets them. */
final class LifecycleRoutesTest extends RoutesTestBase {
    private static final String KEY = "Idempotency-Key";
    private static final JsonObject NOTHING = new JsonObject();
    private static final long PRICE = 4500;

    private String shopper = "";
    private String admin = "";
    private long voucher;

    @BeforeEach
    void offerAVoucher() {
        shopper = client.logIn(Role.SHOPPER);
        admin = client.logIn(Role.ADMIN);
        node.shops.add(Shops.shop(1));
        JsonObject offered = object("shopId", 1, "title", "代金券", "payValue", PRICE, "actualValue", 5000);
        voucher = Long.parseLong(
                String.valueOf(client.post("/voucher", offered, AUTH, admin).data()));
    }

    private Reply buy(String... headers) {
        return client.post("/voucher-order", object("voucherId", voucher), headers);
    }

    private String order() {
        return String.valueOf(buy(AUTH, shopper).data());
    }

    private Reply act(String order, String verb, JsonObject body) {
        return client.post("/voucher-order/" + order + '/' + verb, body, AUTH, shopper);
    }

    private Reply pay(String order) {
        return act(order, "pay", NOTHING);
    }

    private int status(String order) {
        return client.get("/voucher-order/" + order, AUTH, shopper).object().getInteger("status");
    }

    private void finishPayments() {
        await(node.finishPayments().resolve());
        await(node.latePayments().decideAll());
        await(node.finishPayments().refund());
    }

    @Test
    void anOrdinaryVoucherIsBoughtPaidAndUsedOnce() {
        String order = order();
        assertNotEquals(order, order(), "as often as one likes");
        assertEquals(1, status(order));

        Reply paid = act(order, "pay", object("payType", 3));
        assertNotNull(paid.data("PAID"));
        assertEquals(2, status(order));
        pay(order).isRefused(200, "ORDER_PAID_ALREADY");
        act(order, "cancel", NOTHING).isRefused(200, "ORDER_PAID_ALREADY");

        JsonObject code = object("code", TestNode.NUMBERS.of(new OrderId(Long.parseLong(order))));
        client.post("/voucher-order/verify", code, AUTH, shopper).isRefused(200, "ORDER_NOT_FOUND");
        client.post("/voucher-order/verify", code, AUTH, client.logIn(Role.MERCHANT))
                .isRefused(200, "ORDER_NOT_FOUND");
        JsonObject redeemed =
                client.post("/voucher-order/verify", code, AUTH, admin).object();
        assertEquals(3, redeemed.getInteger("status"));
        assertEquals(code.getString("code"), redeemed.getString("orderNo"));
        assertFalse(redeemed.containsKey("id") || redeemed.containsKey("userId"), "the shop does not see the buyer");
        client.post("/voucher-order/verify", code, AUTH, admin).isRefused(200, "ORDER_USED_ALREADY");
        act(order, "refund", NOTHING).isRefused(200, "ORDER_NOT_REFUNDABLE");
    }

    @Test
    void aRedemptionIsUndoneByStaffOfTheShopWhileItIsFresh() {
        String order = order();
        var _ = pay(order);
        JsonObject code = object("code", TestNode.NUMBERS.of(new OrderId(Long.parseLong(order))));
        JsonObject undo = code.copy().put("reason", "wrong customer");
        String path = "/voucher-order/redeem/undo";
        client.post(path, undo, AUTH, admin).isRefused(200, "ORDER_NOT_USED");
        var _ = client.post("/voucher-order/verify", code, AUTH, admin).object();
        client.post(path, undo, AUTH, client.logIn(Role.MERCHANT)).isRefused(200, "ORDER_NOT_FOUND");
        client.post(path, code, AUTH, admin).isRefused(400, "BAD_REQUEST");

        JsonObject undone = client.post(path, undo, AUTH, admin).object();

        assertEquals(2, undone.getInteger("status"));
        assertFalse(undone.containsKey("useTime"));
        assertEquals(2, status(order));
        var _ = client.post("/voucher-order/verify", code, AUTH, admin).object();
        node.clock.advance(Duration.ofMinutes(11));
        client.post(path, undo, AUTH, client.logIn(Role.ADMIN)).isRefused(200, "REDEMPTION_TOO_OLD");
        shopper = client.logIn(Role.SHOPPER);
    }

    /** By the order's id, or by the number that its buyer knows. */
    @Test
    void operatorsReturnTheMoneyOfAnyPaidOrder() {
        long before = node.gateway.balance();
        JsonObject reason = object("reason", "the shop is closed");
        String operator = client.logIn(Role.OPERATOR);
        List<String> both = List.of(order(), order());
        client.post("/admin/orders/" + both.getFirst() + "/refund", reason, AUTH, operator)
                .isRefused(200, "ORDER_NOT_REFUNDABLE");
        both.forEach(order -> assertNotNull(pay(order).data("PAID")));
        List<String> names = List.of(both.getFirst(), TestNode.NUMBERS.of(new OrderId(Long.parseLong(both.getLast()))));
        for (String name : names) {
            String path = "/admin/orders/" + name + "/refund";
            client.post(path, reason, AUTH, client.logIn(Role.AUDITOR)).isRefused(403, "FORBIDDEN");
            client.post(path, new JsonObject(), AUTH, operator).isRefused(400, "BAD_REQUEST");
            assertEquals(true, client.post(path, reason, AUTH, operator).json().getBoolean("success"));
            assertEquals(true, client.post(path, reason, AUTH, operator).json().getBoolean("success"));
        }
        both.forEach(order -> assertEquals(5, status(order)));
        finishPayments();

        both.forEach(order -> assertEquals(6, status(order)));
        assertEquals(before, node.gateway.balance());
        client.post("/admin/orders/404/refund", reason, AUTH, operator).isRefused(200, "ORDER_NOT_FOUND");
    }

    @Test
    void aFlashSaleUnitThatIsCancelledCanBeBoughtAgain() {
        VoucherId sale = sale(1, Duration.ZERO);
        String first = String.valueOf(client.post(buy(sale), AUTH, shopper).data());
        node.settle();
        client.post(buy(sale), AUTH, client.logIn(Role.SHOPPER)).isRefused(200, "SOLD_OUT");

        assertEquals(200, act(first, "cancel", NOTHING).status());
        var _ = act(first, "cancel", NOTHING);

        assertEquals(4, status(first));
        pay(first).isRefused(200, "ORDER_CANCELLED");
        node.clock.advance(Duration.ofSeconds(2));
        String second = String.valueOf(client.post(buy(sale), AUTH, shopper).data());
        node.settle();
        assertEquals(1, status(second));
    }

    @Test
    void moneyComesBack() {
        long before = node.gateway.balance();
        String order = order();
        var _ = pay(order);
        assertEquals(before + PRICE, node.gateway.balance());

        assertEquals(200, act(order, "refund", NOTHING).status());
        assertEquals(5, status(order));
        finishPayments();
        var _ = act(order, "refund", NOTHING);
        finishPayments();

        assertEquals(6, status(order));
        assertEquals(before, node.gateway.balance());
    }

    /** A key of a request that was refused may be used when there is a gateway. */
    @Test
    void whilePaymentsAreOffNothingIsWritten() {
        String order = order();
        String pay = "/voucher-order/" + order + "/pay";
        node.gateway.setUp(false);
        act(order, "pay", NOTHING).isRefused(200, "PAYMENTS_OFF");
        client.post(pay, NOTHING, AUTH, shopper, "idempotency-key", "off").isRefused(200, "PAYMENTS_OFF");
        assertEquals(List.of(), await(node.orderLife.unresolved(Duration.ZERO, 0, 10)));
        node.gateway.setUp(true);
        assertNotNull(client.post(pay, NOTHING, AUTH, shopper, "idempotency-key", "off")
                .data("PAID"));
    }

    @Test
    void aGatewayThatRefusesHangsOrDecidesLater() {
        String order = order();
        act(order, "pay", object("payer", "refuse")).isRefused(200, "PAYMENT_REFUSED");
        assertEquals(1, status(order));

        assertNotNull(act(order, "pay", object("payer", "hang")).data("PENDING"));
        finishPayments();
        assertEquals(2, status(order));

        String later = order();
        Reply pending = act(later, "pay", object("payer", "delay"));
        PaymentId payment = new PaymentId(Long.parseLong(String.valueOf(pending.data("PENDING"))));
        finishPayments();
        assertEquals(1, status(later));
        node.gateway.decide(payment, PRICE);
        JsonObject notification = json(
                "{'id':'7%d','payment':'%d','outcome':'CAPTURED','amount':%d}",
                payment.value() % 1_000_000, payment.value(), PRICE);
        client.post("/payment/notify", notification, "Payment-Signature", "forged")
                .isRefused(200, "SIGNATURE_WRONG");
        assertEquals(1, status(later));
        assertEquals(
                200,
                client.post("/payment/notify", notification, "Payment-Signature", "signed")
                        .status());
        assertEquals(2, status(later));
        client.post("/payment/notify", notification, "Payment-Signature", "signed")
                .isRefused(200, "NOTIFICATION_REPLAYED");
    }

    @Test
    void aPayerIsLedToWhereThePaymentIsPaidAlsoByAskingAgain() {
        String order = order();
        JsonObject pending =
                JsonObject.mapFrom(act(order, "pay", object("payer", "scan")).data("PENDING"));
        assertEquals("https://pay.example.com/" + pending.getString("payment"), pending.getString("payUrl"));
        assertEquals(pending, act(order, "pay", object("payer", "another")).data("PENDING"));

        finishPayments();
        assertEquals(1, status(order));
        node.gateway.decide(new PaymentId(Long.parseLong(pending.getString("payment"))), PRICE);
        assertNotNull(pay(order).data("PAID"));
        assertEquals(2, status(order));
    }

    @Test
    void aRequestThatIsRepeatedUnderItsKeyIsDoneOnce() {
        Reply first = buy(AUTH, shopper, KEY, "k1");
        assertEquals(first.data(), buy(AUTH, shopper, KEY, "k1").data());
        String order = String.valueOf(first.data());
        assertNotEquals(order, buy(AUTH, shopper, KEY, "k2").data());
        client.post("/voucher-order", object("voucherId", 404), AUTH, shopper, KEY, "k1")
                .isRefused(200, "KEY_REUSED");
        assertNotNull(buy(AUTH, client.logIn(Role.SHOPPER), KEY, "k1").data());

        long before = node.gateway.balance();
        String path = "/voucher-order/" + order + "/pay";
        Reply paid = client.post(path, NOTHING, AUTH, shopper, KEY, "pay");
        Reply again = client.post(path, NOTHING, AUTH, shopper, KEY, "pay");
        assertEquals(paid.data("PAID"), again.data("PAID"));
        assertEquals(before + PRICE, node.gateway.balance());
    }

    @Test
    void aKeyIsOfOneOperationAndOneOrder() {
        String order = String.valueOf(buy(AUTH, shopper, KEY, "bought").data());
        for (String verb : List.of("pay", "cancel", "refund")) {
            client.post("/voucher-order/" + order + '/' + verb, NOTHING, AUTH, shopper, KEY, "bought")
                    .isRefused(200, "KEY_REUSED");
        }
        assertEquals(1, status(order));
        String other = order();
        for (String verb : List.of("pay", "refund", "cancel")) {
            String done = "/voucher-order/" + order + '/' + verb;
            var _ = client.post(done, NOTHING, AUTH, shopper, KEY, verb);
            client.post(done.replace(order, other), NOTHING, AUTH, shopper, KEY, verb)
                    .isRefused(200, "KEY_REUSED");
        }
        assertEquals(1, status(other));
    }

    /** It waits in the queue when it is paid at once. */
    @Test
    void anOrderThatIsNotSettledYetIsPaidLaterUnderTheSameKey() {
        OrderId queued = new OrderId(1L << 40);
        String path = "/voucher-order/" + queued.value() + "/pay";
        client.post(path, NOTHING, AUTH, shopper, KEY, "at-once").isRefused(200, "ORDER_NOT_FOUND");
        client.post(path, NOTHING, AUTH, shopper, KEY, "at-once").isRefused(200, "ORDER_NOT_FOUND");

        assertEquals(
                OrdinaryOrders.Outcome.WRITTEN,
                await(node.orderLife.write(new Purchase(queued, new VoucherId(voucher), client.user(shopper)))));

        Reply paid = client.post(path, NOTHING, AUTH, shopper, KEY, "at-once");
        assertNotNull(paid.data("PAID"));
        assertEquals(
                paid.data("PAID"),
                client.post(path, NOTHING, AUTH, shopper, KEY, "at-once").data("PAID"));
    }

    @Test
    void aBuyerPaysOrCancelsBeforeTheHundredAndFirstOrder() {
        String first = order();
        for (int i = 1; i < OrdinaryOrders.MAX_UNPAID; i++) {
            assertNotNull(order());
        }
        buy(AUTH, shopper).isRefused(200, "TOO_MANY_UNPAID");
        assertNotNull(pay(first).data("PAID"));
        assertNotNull(order());
    }

    @Test
    void theListIsPagedByCursor() {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            orders.addFirst(order());
            node.clock.advance(Duration.ofSeconds(1));
        }
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            JsonObject page = client.get("/voucher-order/of/me?size=2&cursor=" + cursor, AUTH, shopper)
                    .object();
            JsonArray list = page.getJsonArray("list");
            list.forEach(row -> seen.add(((JsonObject) row).getString("id")));
            cursor = page.getString("cursor", "");
        } while (!cursor.isEmpty());
        assertEquals(orders, seen);

        var _ = pay(orders.getFirst());
        JsonArray paid = client.get("/voucher-order/of/me?status=2", AUTH, shopper)
                .object()
                .getJsonArray("list");
        assertEquals(1, paid.size());
        for (String bad :
                List.of("status=7", "size=0", "size=101", "cursor=x", "cursor=1-", "cursor=9999999999999999999-1")) {
            client.get("/voucher-order/of/me?" + bad, AUTH, shopper).isRefused(400, "BAD_REQUEST");
        }
        String largest = Long.MAX_VALUE + "-" + Long.MAX_VALUE;
        assertEquals(
                5,
                client.get("/voucher-order/of/me?cursor=" + largest, AUTH, shopper)
                        .object()
                        .getJsonArray("list")
                        .size());
    }

    @Test
    void ordersOfStrangersDoNotExist() {
        String order = order();
        String stranger = client.logIn(Role.SHOPPER);
        for (String verb : List.of("pay", "cancel", "refund")) {
            client.post("/voucher-order/" + order + '/' + verb, NOTHING, AUTH, stranger)
                    .isRefused(200, "ORDER_NOT_FOUND");
            client.post("/voucher-order/404/" + verb, NOTHING, AUTH, stranger).isRefused(200, "ORDER_NOT_FOUND");
        }
        assertEquals(1, status(order));
    }
}
