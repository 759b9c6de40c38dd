package io.nightmarket.bootstrap.cli;

import io.nightmarket.bootstrap.config.AppConfig;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.BiConsumer;

/** Whether the service that takes payments can be reached, and is the one of its certificate; what it answers does not count. */
record PaymentServiceProbe(BiConsumer<String, String> good, BiConsumer<String, String> bad) {
    private static final String WHAT = "Payments";
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    void check(AppConfig.Payments payments) {
        if (payments.gateway() != AppConfig.Payments.Gateway.HTTP) {
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(payments.url()))
                .HEAD()
                .timeout(TIMEOUT)
                .build();
        try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
            var _ = client.send(request, HttpResponse.BodyHandlers.discarding());
            good.accept(WHAT, payments.url() + " is reached");
        } catch (IOException e) {
            bad.accept(WHAT, payments.url() + " is not reached: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            bad.accept(WHAT, payments.url() + " was not waited for");
        }
    }
}
