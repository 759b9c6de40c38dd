package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.bootstrap.program.Client.Answer;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.FreePort;
import io.nightmarket.testkit.HttpCalls;
import io.nightmarket.testkit.MetricsPage;
import io.nightmarket.testkit.SaleDatabase;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that asks a service of its operator's for money. */
@Tag("features")
@SuppressWarnings("NullAway.Init")
final class HttpGatewayIT extends OneNode {
    private static final long FIRST_PHONE = 15_600_000_000L;
    private static final long PRICE = 8000;

    private final int metricsPort = FreePort.any();
    private PaymentService service;
    private String admin = "";

    @BeforeAll
    void start(@TempDir(factory = PreparedFolder.class) Path data) throws Exception {
        service = new PaymentService();
        start(
                data,
                Map.of(
                        "NIGHTMARKET_PAYMENTS_GATEWAY",
                        "http",
                        "NIGHTMARKET_PAYMENTS_URL",
                        service.address() + '/',
                        "NIGHTMARKET_PAYMENTS_SECRET",
                        PaymentService.SECRET,
                        "NIGHTMARKET_METRICS_PORT",
                        Integer.toString(metricsPort)));
        admin = shoppers.logIn(Shoppers.ADMIN);
    }

    @AfterAll
    void stopService() {
        service.close();
    }

    private record Shopper(String token, String order) {}

    private Shopper buyer(String token, long sale) {
        Answer bought = client.post("/voucher-order/seckill/" + sale + "?ack=durable", token, null);
        done(bought);
        Eventually.holds(
                "it is settled",
                () -> mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE id = ?", bought.data()) == 1);
        return new Shopper(token, bought.data());
    }

    private Answer act(Shopper buyer, String verb, String payer) {
        return client.post(
                "/voucher-order/" + buyer.order() + '/' + verb, buyer.token(), object("payType", 2, "payer", payer));
    }

    private long status(Shopper buyer) {
        return mysql.number("SELECT status FROM tb_voucher_order WHERE id = ?", buyer.order());
    }

    private String payment(Shopper buyer) {
        return mysql.text("SELECT MAX(id) FROM payment WHERE order_id = ?", buyer.order());
    }

    private String report(String id, String payment, String outcome, long amount) {
        Buffer body = object("id", id, "payment", payment, "outcome", outcome, "amount", amount)
                .toBuffer();
        return report(body, service.signature.sign(body.getBytes()));
    }

    private String report(Buffer body, String signature) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap()
                .add("content-type", "application/json")
                .add("Payment-Signature", signature);
        return Client.await(client.sendRaw(HttpMethod.POST, "/payment/notify", headers, body))
                .code();
    }

    private void nothingIsPending() {
        Eventually.holds(
                "the service decided all payments, and returned all money",
                () -> mysql.number("SELECT (SELECT COUNT(*) FROM payment WHERE status = 'PENDING')"
                                + " + (SELECT COUNT(*) FROM refund WHERE done = 0)")
                        == 0);
    }

    @Test
    void moneyAddsUpWhateverTheServiceDoes() throws Exception {
        Map<String, String> codes = new LinkedHashMap<>(Map.of(
                "", "PAID",
                "refuse", "PAYMENT_REFUSED",
                "less", "PAYMENT_TOO_LATE",
                "lost", "PENDING",
                "slow", "PENDING",
                "unheard", "PENDING",
                "broken", "PENDING"));
        long sale = shoppers.openSale(admin, codes.size());
        List<String> tokens = shoppers.logIn(codes.size(), FIRST_PHONE);
        Map<String, Shopper> buyers = new LinkedHashMap<>();
        codes.forEach((payer, code) -> {
            Shopper buyer = buyer(tokens.get(buyers.size()), sale);
            buyers.put(payer, buyer);
            assertEquals(code, act(buyer, "pay", payer).code(), payer);
        });
        nothingIsPending();
        Set<String> captured = Set.of("", "lost", "slow");
        buyers.forEach((payer, buyer) -> {
            assertEquals(captured.contains(payer) ? 2 : 1, status(buyer), payer);
            assertEquals(
                    captured.contains(payer) ? "ORDER_PAID_ALREADY" : "PAID",
                    act(buyer, "pay", "").code(),
                    payer);
        });

        Shopper returning = Objects.requireNonNull(buyers.get("lost"));
        done(act(returning, "refund", ""));
        Eventually.holds("the money is returned", () -> status(returning) == 6);
        nothingIsPending();
        assertAddsUp();
        assertEquals(
                codes.size() - 1,
                mysql.number("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND status = 2", sale));
    }

    @Test
    void aPayerIsLedToTheServiceWhichReportsInAnyOrder() throws Exception {
        long sale = shoppers.openSale(admin, 1);
        Shopper buyer = buyer(shoppers.logIn("15700000000"), sale);
        JsonObject waiting = act(buyer, "pay", "later").object();
        String payment = waiting.getString("payment");
        assertEquals(PaymentService.PAY_URL, waiting.getString("payUrl"));
        assertEquals(waiting, act(buyer, "pay", "later").object(), "asking again leads there again");
        assertEquals(payment(buyer), payment);

        Buffer forged = object("id", "f", "payment", payment, "outcome", "CAPTURED", "amount", PRICE)
                .toBuffer();
        assertEquals("SIGNATURE_WRONG", report(forged, "t=1,v1=" + "0".repeat(64)));
        assertEquals(1, status(buyer));

        service.pay(payment, PRICE);
        assertEquals("", report("n-2", payment, "CAPTURED", PRICE));
        assertEquals(2, status(buyer));
        assertEquals("NOTIFICATION_REPLAYED", report("n-2", payment, "CAPTURED", PRICE));
        assertEquals("", report("n-1", payment, "REFUSED", 0));
        assertEquals("", report("n-3", payment, "CAPTURED", PRICE - 1));
        assertEquals(2, status(buyer));
        assertEquals("PAYMENT_NOT_FOUND", report("n-4", "17", "CAPTURED", PRICE));
        assertAddsUp();
        assertTrue(metric("nightmarket_payment_amounts_differing_total") >= 1, "the other amount is counted");
    }

    @Test
    void anOrderExpiresAndLateMoneyRevivesIt() throws Exception {
        long sale = shoppers.openSale(admin, 1);
        Shopper buyer = buyer(shoppers.logIn("15700000001"), sale);
        String payment = act(buyer, "pay", "later").object().getString("payment");
        mysql.write(SaleDatabase.EXPIRE, buyer.order());
        Eventually.holds("it expires", () -> status(buyer) == 4);

        service.pay(payment, PRICE);
        assertEquals("", report("late", payment, "CAPTURED", PRICE));

        Eventually.holds("late money revives the order", () -> status(buyer) == 2);
        assertAddsUp();
    }

    /** The node has what the service did with each payment that is decided, and none of it is without an outcome. */
    private void assertAddsUp() {
        for (String id : mysql.texts("SELECT id FROM payment WHERE status <> 'PENDING'")) {
            assertEquals(service.captured(id), mysql.number("SELECT captured FROM payment WHERE id = ?", id), id);
            assertEquals(service.returned(id), mysql.number("SELECT refunded FROM payment WHERE id = ?", id), id);
        }
        Eventually.holds(
                "no money is without an outcome", () -> metric("nightmarket_paid_without_outcome_seconds") == 0);
    }

    private double metric(String name) throws IOException {
        return new MetricsPage(HttpCalls.get(metricsPort, "/metrics")).value(name);
    }
}
