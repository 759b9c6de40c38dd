package io.nightmarket.bootstrap.program;

import static io.nightmarket.testkit.Json.object;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.nightmarket.bootstrap.gateway.NotificationSignature;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/**
 * A service as docs/payment-gateway.yaml has it. It does as the payer is called: {@code refuse}; {@code later}, paid at an address;
 * {@code less}, captures a cent less; {@code lost} and {@code slow}, captures without an answer; {@code unheard} and {@code broken},
 * does nothing and does not say so.
 */
final class PaymentService implements AutoCloseable {
    static final String SECRET = "0123456789abcdef0123456789abcdef";
    static final String PAY_URL = "https://pay.example.com/";

    final NotificationSignature signature =
            new NotificationSignature(Clock.systemUTC(), SECRET.getBytes(StandardCharsets.UTF_8));
    private final HttpServer server;
    private final Map<String, JsonObject> charges = new ConcurrentHashMap<>();
    private final Map<String, Long> returned = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    PaymentService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::take);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The cents that it took for the payment. */
    long captured(String payment) {
        return charges.getOrDefault(payment, new JsonObject()).getLong("amount", 0L);
    }

    /** The cents that it gave back of the payment. */
    long returned(String payment) {
        return returned.getOrDefault(payment, 0L);
    }

    /** The payer of a payment that is pending pays. */
    void pay(String payment, long amount) {
        charges.put(payment, outcome("CAPTURED").put("amount", amount));
    }

    private static JsonObject outcome(String name) {
        return object("outcome", name);
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String signed = exchange.getRequestHeaders().getFirst("Payment-Signature");
            if (!signature.matches(body, signed)) {
                exchange.sendResponseHeaders(401, -1);
                return;
            }
            JsonObject call = new JsonObject(new String(body, StandardCharsets.UTF_8));
            String payment = call.getString("payment");
            switch (exchange.getRequestURI().getPath() + ' ' + call.getString("operation")) {
                case "/charges charge" -> charge(exchange, call);
                case "/refunds refund" -> {
                    long amount = returned.computeIfAbsent(payment, _ -> call.getLong("amount"));
                    answer(exchange, payment, outcome("REFUNDED").put("amount", amount));
                }
                default -> answer(exchange, payment, charges.computeIfAbsent(payment, _ -> outcome("REFUSED")));
            }
        }
    }

    private void charge(HttpExchange exchange, JsonObject call) throws IOException {
        String payment = call.getString("payment");
        String payer = call.getString("payer");
        if (payer.equals("broken")) {
            exchange.sendResponseHeaders(500, -1);
        } else if (!payer.equals("unheard")) {
            JsonObject outcome = charges.computeIfAbsent(payment, _ -> first(payer, call.getLong("amount")));
            switch (payer) {
                case "lost" -> exchange.close();
                case "slow" -> hang();
                default -> answer(exchange, payment, outcome);
            }
        }
    }

    private static JsonObject first(String payer, long amount) {
        return switch (payer) {
            case "refuse" -> outcome("REFUSED");
            case "later" -> outcome("PENDING").put("payUrl", PAY_URL);
            case "less" -> outcome("CAPTURED").put("amount", amount - 1);
            default -> outcome("CAPTURED").put("amount", amount);
        };
    }

    private void hang() throws IOException {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private static void answer(HttpExchange exchange, String payment, JsonObject outcome) throws IOException {
        byte[] body = outcome.copy().put("payment", payment).encode().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
    }
}
