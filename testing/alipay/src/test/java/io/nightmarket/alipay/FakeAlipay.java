package io.nightmarket.alipay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.alipay.api.internal.util.AlipaySignature;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Answers and reports as Alipay's documentation says, with signatures that Alipay's SDK makes and checks. */
final class FakeAlipay implements AutoCloseable {
    static final String APP = "2021000000000001";

    private final Keys alipay = new Keys();
    final Keys app = new Keys();
    final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final Map<String, JsonObject> codes = new ConcurrentHashMap<>();
    private final Map<String, JsonObject> trades = new ConcurrentHashMap<>();
    private final Map<String, String> refunds = new ConcurrentHashMap<>();
    volatile Keys answersBy = alipay;
    volatile boolean refundsFail;

    /** A pair of RSA keys, as Alipay writes them. */
    static final class Keys {
        final String own;
        final String open;

        Keys() {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(2048);
                KeyPair pair = generator.generateKeyPair();
                own = Base64.getEncoder().encodeToString(pair.getPrivate().getEncoded());
                open = Base64.getEncoder().encodeToString(pair.getPublic().getEncoded());
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    FakeAlipay() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/gateway.do", this::answer);
        server.start();
    }

    String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/gateway.do";
    }

    String publicKey() {
        return alipay.open;
    }

    /** A payer pays by the code. */
    void scan(String payment) {
        String yuan = Objects.requireNonNull(codes.get(payment)).getString("total_amount");
        trades.put(
                payment,
                new JsonObject()
                        .put("code", "10000")
                        .put("trade_status", "TRADE_SUCCESS")
                        .put("total_amount", yuan));
    }

    /** What Alipay sends then; answers what it is answered. */
    String report(int port, String payment, String yuan, String app, Keys keys) throws Exception {
        Map<String, String> report = new TreeMap<>(Map.of(
                "app_id", app,
                "notify_id", "2026112000222120000000000000000000",
                "out_trade_no", payment,
                "total_amount", yuan,
                "trade_status", "TRADE_SUCCESS"));
        String content = AlipaySignature.getSignContent(report);
        report.put("sign", AlipaySignature.rsaSign(content, keys.own, "UTF-8", "RSA2"));
        report.put("sign_type", "RSA2");
        String form = report.entrySet().stream()
                .map(field -> field.getKey() + '=' + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/alipay"))
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form))
                    .build();
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        }
    }

    Keys keys() {
        return alipay;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            Map<String, String> form = new HashMap<>();
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            List<String> fields = new ArrayList<>(List.of(body.split("&", -1)));
            fields.addAll(List.of(exchange.getRequestURI().getRawQuery().split("&", -1)));
            for (String field : fields) {
                String[] parts = field.split("=", 2);
                form.put(parts[0], URLDecoder.decode(parts[1], UTF_8));
            }
            String method = String.valueOf(form.get("method"));
            asked.add(method);
            boolean isSigned = AlipaySignature.rsaCheckV2(form, app.open, "UTF-8", "RSA2");
            String content = isSigned
                    ? answer(method, new JsonObject(form.get("biz_content"))).encode()
                    : "{\"code\":\"40002\",\"sub_code\":\"isv.invalid-signature\"}";
            String signature = AlipaySignature.rsaSign(content, answersBy.own, "UTF-8", "RSA2");
            byte[] bytes = ("{\"" + method.replace('.', '_') + "_response\":" + content + ",\"sign\":\"" + signature
                            + "\"}")
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (com.alipay.api.AlipayApiException e) {
            throw new IOException(e);
        }
    }

    private JsonObject answer(String method, JsonObject call) {
        String payment = call.getString("out_trade_no");
        JsonObject done = new JsonObject().put("code", "10000").put("out_trade_no", payment);
        JsonObject unknown = new JsonObject().put("code", "40004").put("sub_code", "ACQ.TRADE_NOT_EXIST");
        return switch (method) {
            case "alipay.trade.precreate" -> {
                codes.put(payment, call);
                yield done.put("qr_code", "https://qr.alipay.com/" + payment);
            }
            case "alipay.trade.query" -> trades.getOrDefault(payment, unknown);
            case "alipay.trade.refund" -> {
                if (!refundsFail && trades.containsKey(payment)) {
                    refunds.putIfAbsent(call.getString("out_request_no"), call.getString("refund_amount"));
                }
                yield refundsFail ? new JsonObject().put("code", "20000").put("sub_code", "ACQ.SYSTEM_ERROR") : done;
            }
            case "alipay.trade.fastpay.refund.query" ->
                refunds.containsKey(call.getString("out_request_no"))
                        ? done.put("refund_status", "REFUND_SUCCESS")
                                .put("refund_amount", refunds.get(call.getString("out_request_no")))
                        : done;
            default -> throw new IllegalArgumentException(method);
        };
    }

    String expiry(String payment) {
        return Objects.requireNonNull(codes.get(payment)).getString("time_expire");
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
