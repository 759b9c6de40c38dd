package io.nightmarket.alipay;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.alipay.api.*;
import com.alipay.api.internal.util.AlipaySignature;
import com.alipay.api.request.*;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.*;
import java.math.BigDecimal;
import java.net.*;
import java.net.http.*;
import java.nio.file.*;
import java.security.*;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.util.*;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A sample of the service that docs/payment-gateway.yaml describes, by Alipay's SDK: payers scan a code. It ran against a fake of
 * Alipay alone; the real one was not reached. The environment has the settings; FOLDER, of one process, has a link for each
 * payment, whose text is the time until which it can be paid, or "closed".
 */
final class AlipayService {
    private static final Duration TIME_TO_PAY = Duration.ofMinutes(15);
    private static final DateTimeFormatter ALIPAYS_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneId.of("Asia/Shanghai"));
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, String> settings;
    private final Clock clock;
    private final AlipayClient alipay;
    private final HttpClient market = HttpClient.newHttpClient();
    final HttpServer server;

    AlipayService(Map<String, String> settings, Clock clock) throws Exception {
        this.settings = settings;
        this.clock = clock;
        AlipayConfig config = new AlipayConfig();
        config.setServerUrl(setting("ALIPAY_URL"));
        config.setAppId(setting("ALIPAY_APP_ID"));
        config.setPrivateKey(setting("ALIPAY_APP_KEY"));
        config.setAlipayPublicKey(setting("ALIPAY_PUBLIC_KEY"));
        this.alipay = new DefaultAlipayClient(config);
        this.server = HttpServer.create(new InetSocketAddress(setting("HOST"), Integer.parseInt(setting("PORT"))), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::serve);
    }

    public static void main(String[] arguments) throws Exception {
        new AlipayService(System.getenv(), Clock.systemUTC()).server.start();
    }

    private String setting(String name) {
        return Objects.requireNonNull(settings.get(name), name);
    }

    /** What fails has no answer: perhaps it was done. */
    private void serve(HttpExchange exchange) {
        String path = exchange.getRequestURI().getPath();
        try (exchange) {
            byte[] body = exchange.getRequestBody().readNBytes(16 * 1024);
            String answer = path.equals("/alipay") ? report(new String(body, UTF_8)) : answer(path, exchange, body);
            exchange.sendResponseHeaders(answer.isEmpty() ? 401 : 200, 0);
            exchange.getResponseBody().write(answer.getBytes(UTF_8));
        } catch (Exception e) {
            System.err.println(path + ": " + e);
        }
    }

    /** Empty when the signature is wrong, or that of another call. */
    private String answer(String path, HttpExchange exchange, byte[] body) throws Exception {
        String header = String.valueOf(exchange.getRequestHeaders().getFirst("Payment-Signature"));
        String time = header.matches("t=[0-9]{1,12},.*") ? header.substring(2, header.indexOf(',')) : "0";
        boolean isSigned = MessageDigest.isEqual(sign(time, body).getBytes(UTF_8), header.getBytes(UTF_8))
                && Math.abs(clock.instant().getEpochSecond() - Long.parseLong(time)) <= 300;
        JsonNode call = isSigned ? JSON.readTree(body) : JSON.nullNode();
        String payment = call.path("payment").asText();
        String signed = '/' + call.path("operation").asText() + 's';
        if (!isSigned || !path.equals(signed.equals("/resolves") ? "/charges/" + payment + "/resolve" : signed)) {
            return "";
        }
        String yuan = BigDecimal.valueOf(call.path("amount").asLong(), 2).toPlainString();
        ObjectNode outcome = switch (signed) {
            case "/charges" -> charge(payment, yuan);
            case "/refunds" -> refund(payment, yuan);
            default -> resolve(payment);
        };
        return outcome.put("payment", payment).toString();
    }

    private String sign(String time, byte[] body) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(setting("SECRET").getBytes(UTF_8), "HmacSHA256"));
        mac.update((time + '.').getBytes(UTF_8));
        return "t=" + time + ",v1=" + HexFormat.of().formatHex(mac.doFinal(body));
    }

    /** A code is made again where the payment is pending: Alipay knows it by its id. */
    private ObjectNode charge(String payment, String yuan) throws Exception {
        String end = note(payment, ALIPAYS_TIME.format(clock.instant().plus(TIME_TO_PAY)));
        ObjectNode known = resolve(payment);
        if (!known.path("outcome").asText().equals("PENDING")) {
            return known;
        }
        AlipayTradePrecreateRequest request = new AlipayTradePrecreateRequest();
        ObjectNode trade = json("out_trade_no", payment).put("total_amount", yuan);
        trade.put("time_expire", end).put("subject", "Night Market");
        request.setBizContent(trade.toString());
        request.setNotifyUrl(setting("ALIPAY_NOTIFY_URL"));
        var made = alipay.execute(request);
        return made.isSuccess() ? known.put("payUrl", made.getQrCode()) : known;
    }

    /** Alipay knows no trade whose code was not scanned: such a one is refused when its code can't be paid any more. */
    private ObjectNode resolve(String payment) throws Exception {
        String end = note(payment, "closed");
        if (end.equals("closed")) {
            return json("outcome", "REFUSED");
        }
        AlipayTradeQueryRequest request = new AlipayTradeQueryRequest();
        request.setBizContent(json("out_trade_no", payment).toString());
        var found = alipay.execute(request);
        boolean isOver = ALIPAYS_TIME.format(clock.instant().minusSeconds(60)).compareTo(end) > 0;
        return switch (String.valueOf(found.isSuccess() ? found.getTradeStatus() : found.getSubCode())) {
            case "TRADE_SUCCESS", "TRADE_FINISHED" -> outcome("CAPTURED", found.getTotalAmount());
            case "TRADE_CLOSED" -> json("outcome", "REFUSED");
            case "ACQ.TRADE_NOT_EXIST" -> json("outcome", isOver ? "REFUSED" : "PENDING");
            default -> json("outcome", "PENDING");
        };
    }

    /** What became of a refund is asked, since one that is repeated changes nothing. */
    private ObjectNode refund(String payment, String yuan) throws Exception {
        ObjectNode trade = json("out_trade_no", payment).put("out_request_no", payment);
        AlipayTradeFastpayRefundQueryRequest query = new AlipayTradeFastpayRefundQueryRequest();
        query.setBizContent(trade.toString());
        AlipayTradeRefundRequest request = new AlipayTradeRefundRequest();
        request.setBizContent(trade.put("refund_amount", yuan).toString());
        var _ = alipay.execute(request);
        var found = alipay.execute(query);
        boolean isReturned = "REFUND_SUCCESS".equals(found.getRefundStatus());
        return isReturned ? outcome("REFUNDED", found.getRefundAmount()) : json("outcome", "PENDING");
    }

    /** Passes on that a payment is paid; what is not answered with success Alipay sends again. */
    private String report(String form) throws Exception {
        Map<String, String> report = new HashMap<>();
        for (String field : form.split("&", -1)) {
            String[] parts = field.split("=", 2);
            report.put(URLDecoder.decode(parts[0], UTF_8), URLDecoder.decode(parts[parts.length - 1], UTF_8));
        }
        if (!AlipaySignature.rsaCheckV1(report, setting("ALIPAY_PUBLIC_KEY"), "UTF-8", "RSA2")
                || !setting("ALIPAY_APP_ID").equals(report.get("app_id"))) {
            return "";
        }
        String payment = String.valueOf(report.get("out_trade_no"));
        ObjectNode paid = outcome("CAPTURED", String.valueOf(report.get("total_amount")));
        paid.put("payment", payment).put("id", payment + "-paid");
        boolean isPaid = "TRADE_SUCCESS".equals(report.get("trade_status"));
        return isPaid && !notify(paid.toString()) ? "failure" : "success";
    }

    private boolean notify(String notification) throws Exception {
        String now = Long.toString(clock.instant().getEpochSecond());
        HttpRequest request = HttpRequest.newBuilder(URI.create(setting("MARKET_URL") + "/payment/notify"))
                .header("Content-Type", "application/json")
                .header("Payment-Signature", sign(now, notification.getBytes(UTF_8)))
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofString(notification))
                .build();
        var sent = market.send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode answer = JSON.readTree(sent.body());
        return answer.path("success").asBoolean()
                || "NOTIFICATION_REPLAYED".equals(answer.path("code").asText());
    }

    /** What is noted of a payment: the first note stands. A symbolic link is made with its text, or not at all. */
    private String note(String payment, String first) throws Exception {
        Path noted = Path.of(setting("FOLDER"), payment);
        try {
            return String.valueOf(Files.readSymbolicLink(Files.createSymbolicLink(noted, Path.of(first))));
        } catch (FileAlreadyExistsException e) {
            return String.valueOf(Files.readSymbolicLink(noted));
        }
    }

    private static ObjectNode json(String member, String value) {
        return JSON.createObjectNode().put(member, value);
    }

    private static ObjectNode outcome(String name, String yuan) {
        return json("outcome", name)
                .put("amount", new BigDecimal(yuan).movePointRight(2).longValueExact());
    }
}
