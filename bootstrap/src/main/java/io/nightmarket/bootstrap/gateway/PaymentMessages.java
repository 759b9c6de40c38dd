package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.base.Arguments.require;

import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What gateways say, as JSON. What can't be read fails with {@code IllegalArgumentException} or {@code ClassCastException}. */
final class PaymentMessages {
    private static final Logger LOG = LoggerFactory.getLogger(PaymentMessages.class);

    /** What a page may lead to; a script is none. */
    private static final Pattern PAY_URL = Pattern.compile("(https?|weixin|alipays)://[!-~]{1,2000}");

    private PaymentMessages() {}

    static ChargeOutcome outcome(JsonObject message) {
        return switch (text(message, "outcome")) {
            case "CAPTURED" -> new ChargeOutcome.Captured(cents(message));
            case "REFUSED" -> new ChargeOutcome.Refused();
            case "PENDING" -> new ChargeOutcome.Pending(payUrl(message));
            default -> throw new IllegalArgumentException("not an outcome: " + message.getValue("outcome"));
        };
    }

    /** The member {@code amount}; a number with a fraction is none. */
    static long cents(JsonObject message) {
        Object amount = message.getValue("amount");
        require(amount instanceof Integer || amount instanceof Long, "not an amount in cents: " + amount);
        return ((Number) Objects.requireNonNull(amount)).longValue();
    }

    static PaymentId payment(JsonObject message) {
        return new PaymentId(Long.parseLong(text(message, "payment")));
    }

    private static Optional<String> payUrl(JsonObject message) {
        Optional<String> url = Optional.ofNullable(message.getString("payUrl"));
        url.ifPresent(given -> require(PAY_URL.matcher(given).matches(), "not an address to pay at: " + given));
        return url;
    }

    private static String text(JsonObject message, String member) {
        return Objects.requireNonNullElse(message.getString(member), "");
    }

    /** Reads what a gateway reports; empty when that can't be read. */
    static Optional<PaymentNotification> notification(byte[] body) {
        try {
            JsonObject report = new JsonObject(new String(body, StandardCharsets.UTF_8));
            return Optional.of(new PaymentNotification(text(report, "id"), payment(report), outcome(report)));
        } catch (DecodeException | IllegalArgumentException | ClassCastException e) {
            LOG.warn("A signed notification can't be read: {}", e.toString());
            return Optional.empty();
        }
    }
}
