package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.base.Arguments.require;

import io.nightmarket.domain.base.DomainFailure;
import io.nightmarket.domain.base.TimedOut;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.order.payment.ChargeOutcome;
import io.nightmarket.domain.order.payment.Payment;
import io.nightmarket.domain.order.payment.PaymentGateway;
import io.nightmarket.domain.order.payment.PaymentId;
import io.nightmarket.domain.order.payment.PaymentNotification;
import io.nightmarket.domain.order.payment.Refund;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A service of the operator's takes the money, by the protocol of docs/payment-gateway.yaml. Calls are signed as its notifications
 * are. Only an answer that names the payment counts: without one, nothing was done where no call was sent or its answer is 4xx, and
 * the outcome is unknown otherwise.
 */
public final class HttpGateway implements PaymentGateway {
    private static final String SIGNATURE = "Payment-Signature";
    private static final int MAX_ANSWER_BYTES = 16 * 1024;
    private static final int MAX_CONNECTIONS = 64;
    private static final int MAX_WAITING = 512;

    private final HttpClient client;
    private final String url;
    private final NotificationSignature signature;
    private final Duration timeout;

    /** @param url where the paths of the calls begin */
    public HttpGateway(Vertx vertx, String url, NotificationSignature signature, Duration timeout) {
        this.client = vertx.createHttpClient(
                new HttpClientOptions().setConnectTimeout((int) timeout.toMillis()),
                new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING));
        this.url = url;
        this.signature = signature;
        this.timeout = timeout;
    }

    @Override
    public CompletionStage<ChargeOutcome> charge(Payment payment, String payer) {
        JsonObject call = call("charge", payment.id())
                .put("order", Long.toString(payment.order().value()))
                .put("amount", payment.amount())
                .put("payType", payment.payType())
                .put("payer", payer);
        return ask("/charges", payment.id(), call, PaymentMessages::outcome);
    }

    @Override
    public CompletionStage<ChargeOutcome> resolve(PaymentId payment) {
        String path = "/charges/" + payment.value() + "/resolve";
        return ask(path, payment, call("resolve", payment), PaymentMessages::outcome);
    }

    @Override
    public CompletionStage<Void> refund(Refund refund) {
        JsonObject call = call("refund", refund.payment()).put("amount", refund.amount());
        return ask("/refunds", refund.payment(), call, answer -> {
                    require(
                            "REFUNDED".equals(answer.getString("outcome"))
                                    && PaymentMessages.cents(answer) == refund.amount(),
                            "the money is not returned: " + answer);
                    return answer;
                })
                .thenAccept(_ -> {});
    }

    /** @param operation signed, so that one kind of call is not taken for another */
    private static JsonObject call(String operation, PaymentId payment) {
        return new JsonObject().put("operation", operation).put("payment", Long.toString(payment.value()));
    }

    private <T> CompletionStage<T> ask(
            String path, PaymentId payment, JsonObject call, Function<JsonObject, T> reading) {
        byte[] body = call.encode().getBytes(StandardCharsets.UTF_8);
        RequestOptions options = new RequestOptions()
                .setMethod(HttpMethod.POST)
                .setAbsoluteURI(url + path)
                .setConnectTimeout(timeout.toMillis())
                .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                .putHeader(SIGNATURE, signature.sign(body));
        return client.request(options)
                .recover(failure ->
                        Future.failedFuture(new Unavailable("the payment gateway can't be reached", failure)))
                .compose(request -> exchange(request, body))
                .map(answer -> {
                    require(PaymentMessages.payment(answer).equals(payment), "not the payment that was asked for");
                    return reading.apply(answer);
                })
                .recover(failure -> Future.failedFuture(classified(failure)))
                .toCompletionStage();
    }

    private static DomainFailure classified(Throwable failure) {
        return failure instanceof DomainFailure known
                ? known
                : new TimedOut("the payment gateway gave no answer that counts: " + failure, failure);
    }

    /** Ends with its connection when the answer does not come in time, or is none. */
    private Future<JsonObject> exchange(HttpClientRequest request, byte[] body) {
        return request.send(Buffer.buffer(body))
                .compose(HttpGateway::answer)
                .map(Buffer::toJsonObject)
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(_ -> {
                    var _ = request.reset();
                });
    }

    private static Future<Buffer> answer(HttpClientResponse response) {
        Promise<Buffer> read = Promise.promise();
        response.exceptionHandler(read::tryFail);
        int status = response.statusCode();
        if (status == 200) {
            read(response, read);
        } else if (status / 100 == 4) {
            read.fail(new Unavailable("the payment gateway refused a call with status " + status));
        } else {
            read.fail("status " + status);
        }
        return read.future();
    }

    private static void read(HttpClientResponse response, Promise<Buffer> read) {
        Buffer bytes = Buffer.buffer();
        response.endHandler(_ -> read.tryComplete(bytes));
        response.handler(part -> {
            if (bytes.length() + part.length() <= MAX_ANSWER_BYTES) {
                bytes.appendBuffer(part);
            } else {
                read.tryFail("an answer of more than " + MAX_ANSWER_BYTES + " bytes");
            }
        });
    }

    @Override
    public Optional<PaymentNotification> verify(byte[] body, String signed) {
        return signature.matches(body, signed) ? PaymentMessages.notification(body) : Optional.empty();
    }
}
