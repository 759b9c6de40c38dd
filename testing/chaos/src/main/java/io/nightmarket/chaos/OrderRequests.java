package io.nightmarket.chaos;

import io.nightmarket.chaos.Requests.Request;
import io.nightmarket.chaos.check.Answers;
import io.nightmarket.chaos.check.Event;
import io.nightmarket.chaos.check.Event.Operation;
import io.nightmarket.testnode.PaymentProvider;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;

/**
 * Requests about orders that buyers have.
 *
 * @param tokens the tokens of the buyers
 * @param merchant the token of one who redeems
 * @param refusesReports whether nodes with a wrong clock may refuse what the provider reports, and ask the gateway
 *     later
 */
record OrderRequests(List<String> tokens, String merchant, PaymentProvider provider, boolean refusesReports) {
    /** Pays, cancels or refunds; without a body or a key where they are empty. */
    Request change(Operation operation, int buyer, long order, String body, String key) {
        return new Request(
                operation,
                HttpMethod.POST,
                "/voucher-order/" + order + '/' + operation.verb(),
                Requests.headers(tokens.get(buyer), key),
                body,
                Event.changing(order) + (key.isEmpty() ? "" : " key " + key),
                Answers::ofChange);
    }

    /** The provider reports that a payment was captured; the number names the report. */
    Request notification(long payment, String number) {
        String body = provider.captured(payment, "chaos-" + payment + '-' + number, Sale.PRICE);
        return new Request(
                Operation.NOTIFY,
                HttpMethod.POST,
                "/payment/notify",
                Map.of("Payment-Signature", provider.sign(body)),
                body,
                "payment " + payment + ' ' + number,
                refusesReports ? Answers::ofReportToWrongClock : Answers::ofChange);
    }

    Request look(int buyer, long order) {
        return new Request(
                Operation.LOOK,
                HttpMethod.GET,
                "/voucher-order/" + order,
                Requests.headers(tokens.get(buyer), ""),
                Event.changing(order),
                Answers::ofLook);
    }

    /** @param number the number of the order, as its buyer sees it */
    Request redeem(long order, String number) {
        return new Request(
                Operation.REDEEM,
                HttpMethod.POST,
                "/voucher-order/verify",
                Requests.headers(merchant, ""),
                new JsonObject().put("code", number).encode(),
                Event.changing(order),
                Answers::ofChange);
    }
}
