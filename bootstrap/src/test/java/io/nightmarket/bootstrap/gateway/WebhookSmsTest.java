package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpServer;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.base.Unavailable;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
final class WebhookSmsTest {
    private static final PhoneNumber PHONE = new PhoneNumber("13912345678");

    private final Vertx vertx = Vertx.vertx();
    private final List<List<String>> authorizations = new CopyOnWriteArrayList<>();
    private HttpServer gateway;

    /** Kept as a node keeps it: Vert.x closes a client that nothing refers to any more. */
    private WebhookSms sms;

    @BeforeEach
    void start() throws IOException {
        gateway = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        gateway.createContext("/send", exchange -> {
            exchange.getRequestBody().readAllBytes();
            authorizations.add(exchange.getRequestHeaders().getOrDefault("authorization", List.of()));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        gateway.start();
    }

    @AfterEach
    void stop() {
        gateway.stop(0);
        await(vertx.close().toCompletionStage());
    }

    @Test
    void theSecretAuthorizesTheRequest() {
        await(sms("open-sesame").send(PHONE, "123456"));
        assertEquals(List.of(List.of("Bearer open-sesame")), authorizations);
    }

    @Test
    void withoutASecretThereIsNoSuchHeader() {
        await(sms("").send(PHONE, "123456"));
        assertEquals(List.of(List.of()), authorizations);
    }

    @Test
    void withoutAnAddressNothingIsSent() {
        Unavailable _ =
                failureOf(Unavailable.class, new WebhookSms(vertx, new AppConfig.Sms("", "")).send(PHONE, "123456"));
    }

    private WebhookSms sms(String secret) {
        String url = "http://127.0.0.1:" + gateway.getAddress().getPort() + "/send";
        sms = new WebhookSms(vertx, new AppConfig.Sms(url, secret));
        return sms;
    }
}
