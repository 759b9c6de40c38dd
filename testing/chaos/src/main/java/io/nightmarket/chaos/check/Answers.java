package io.nightmarket.chaos.check;

import io.nightmarket.chaos.check.Answer.Improper;
import io.nightmarket.chaos.check.Answer.Nothing;
import io.nightmarket.chaos.check.Answer.OrderAnswered;
import io.nightmarket.chaos.check.Answer.OrderState;
import io.nightmarket.chaos.check.Answer.Refused;
import io.nightmarket.chaos.check.Answer.Rejected;
import io.nightmarket.chaos.check.Answer.Unavailable;
import io.nightmarket.chaos.check.Answer.Unknown;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads answers as a careful client does: what it can't read tells it nothing but that it should not be. */
public final class Answers {
    /** The code of a click on a sale that an operator paused. */
    public static final String SALE_PAUSED = "SALE_PAUSED";

    /** The code of a click of which it is unknown whether it was admitted. */
    public static final String OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN";

    /** An order that waits, and a twin of the request that is under way. */
    private static final Set<String> COMES_AGAIN = Set.of("ORDER_NOT_FOUND", "REQUEST_IN_PROGRESS");

    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int UNAVAILABLE = 503;
    private static final String ALREADY_BOUGHT = "ALREADY_BOUGHT";

    private Answers() {}

    /** Reads the answer to a click. */
    public static Answer ofClick(int status, Buffer body) {
        return read(status, body, Answers::click);
    }

    /** Reads the answer to the question what the click's outcome is. */
    public static Answer ofResult(int status, Buffer body) {
        return read(status, body, Answers::result);
    }

    /** Reads the answer to an operator's request. */
    public static Answer ofOperation(int status, Buffer body) {
        return read(
                status,
                body,
                envelope -> envelope.getBoolean("success", false)
                        ? new Answer.Done()
                        : new Refused(envelope.getString("code", "")));
    }

    /**
     * Reads the answer to a request that changes an order, or reports on its payment. An order that is not settled
     * yet is found later.
     */
    public static Answer ofChange(int status, Buffer body) {
        return read(status, body, envelope -> {
            String code = envelope.getString("code", "");
            if (envelope.getBoolean("success", false)) {
                return new Answer.Done(code.equals("PAID") ? String.valueOf(envelope.getValue("data")) : "");
            }
            return COMES_AGAIN.contains(code) ? new Unavailable(code) : new Refused(code);
        });
    }

    /**
     * Reads the answer to a report on a payment by a node whose clock may be wrong, which refuses the signature for
     * its time.
     */
    public static Answer ofReportToWrongClock(int status, Buffer body) {
        Answer answer = ofChange(status, body);
        return answer.equals(new Refused("SIGNATURE_WRONG")) ? new Nothing() : answer;
    }

    /** Reads the answer to a look at an order: its number. */
    public static Answer ofLook(int status, Buffer body) {
        return read(status, body, envelope -> {
            @Nullable JsonObject order = envelope.getJsonObject("data");
            @Nullable String number = order == null ? null : order.getString("orderNo");
            return number == null ? new Unavailable(envelope.getString("code", "")) : new Answer.Done(number);
        });
    }

    private interface Reading {
        Answer of(JsonObject envelope);
    }

    private static Answer read(int status, Buffer body, Reading reading) {
        try {
            JsonObject envelope = new JsonObject(body);
            String code = envelope.getString("code", "");
            return switch (status) {
                case OK -> reading.of(envelope);
                case TOO_MANY -> new Unavailable(code);
                case UNAVAILABLE -> code.equals(OUTCOME_UNKNOWN) ? new Unknown(code) : new Unavailable(code);
                default -> new Improper("HTTP " + status + ' ' + code);
            };
        } catch (DecodeException | ClassCastException | NumberFormatException e) {
            return new Improper("HTTP " + status + ", unreadable: " + e.getMessage());
        }
    }

    private static Answer click(JsonObject envelope) {
        String code = envelope.getString("code", "");
        @Nullable Object data = envelope.getValue("data");
        if (envelope.getBoolean("success", false)) {
            return new OrderAnswered(number(data), code.isEmpty() ? OrderState.ACCEPTED : state(code));
        }
        if (code.equals(SALE_PAUSED)) {
            // A buyer of a paused sale tries again.
            return new Unavailable(code);
        }
        if (data == null) {
            return new Refused(code);
        }
        // Who clicked before is answered that order; it is void, too, when the database refused it as a second one.
        return code.equals(ALREADY_BOUGHT)
                ? new OrderAnswered(number(data), OrderState.BOUGHT)
                : new Rejected(number(data), code);
    }

    private static Answer result(JsonObject envelope) {
        if (!envelope.getBoolean("success", false)) {
            return new Refused(envelope.getString("code", ""));
        }
        JsonObject outcome = envelope.getJsonObject("data", new JsonObject());
        String state = outcome.getString("state", "");
        return switch (state) {
            case "UNKNOWN" -> new Nothing();
            case "REJECTED" -> new Rejected(number(outcome.getValue("orderId")), outcome.getString("reason", ""));
            default -> new OrderAnswered(number(outcome.getValue("orderId")), state(state));
        };
    }

    private static OrderState state(String word) {
        return switch (word) {
            case "QUEUED" -> OrderState.QUEUED;
            case "SETTLED" -> OrderState.SETTLED;
            default -> throw new DecodeException("no state of an order: " + word);
        };
    }

    private static long number(@Nullable Object data) {
        return Long.parseLong(String.valueOf(data));
    }
}
