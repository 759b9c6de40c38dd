package io.nightmarket.bootstrap.gateway;

import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.SmsSender;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * Hands codes to a gateway: POST {@code {"phone", "code"}}, with the secret as {@code Authorization: Bearer} if there is
 * one; any 2xx means that it took the message.
 */
public final class WebhookSms implements SmsSender {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private final HttpClient client;
    private final AppConfig.Sms gateway;

    public WebhookSms(Vertx vertx, AppConfig.Sms gateway) {
        this.client = vertx.createHttpClient();
        this.gateway = gateway;
    }

    @Override
    public CompletionStage<Void> send(PhoneNumber phone, String code) {
        if (gateway.url().isEmpty()) {
            return Future.<Void>failedFuture(new Unavailable("no SMS gateway is set (sms.url)"))
                    .toCompletionStage();
        }
        RequestOptions options = new RequestOptions()
                .setAbsoluteURI(gateway.url())
                .setMethod(HttpMethod.POST)
                .setTimeout(TIMEOUT.toMillis())
                .putHeader("content-type", "application/json");
        if (!gateway.secret().isEmpty()) {
            options.putHeader("authorization", "Bearer " + gateway.secret());
        }
        JsonObject body = new JsonObject().put("phone", phone.value()).put("code", code);
        return client.request(options)
                .compose(request -> deliver(request, body))
                .recover(failure -> Future.failedFuture(new Unavailable("the SMS gateway did not answer", failure)))
                .toCompletionStage();
    }

    private static Future<Void> deliver(HttpClientRequest request, JsonObject body) {
        return request.send(body.toBuffer())
                .compose(response -> response.statusCode() / 100 == 2
                        ? response.end()
                        : Future.failedFuture("status " + response.statusCode()));
    }
}
