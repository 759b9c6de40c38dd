package io.nightmarket.bootstrap.gateway;

import static io.nightmarket.domain.contract.Stages.await;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.PhoneNumber;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.client.WebClient;
import io.vertx.junit5.VertxExtension;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class PageSmsTest {
    private static final String PHONE = "13912345678";

    private final PageSms sms = new PageSms();
    private WebClient client;
    private int port;

    @BeforeEach
    void start(Vertx vertx) throws Exception {
        Router router = Router.router(vertx);
        sms.bind(router);
        port = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .await(30, TimeUnit.SECONDS)
                .actualPort();
        client = WebClient.create(vertx);
        await(sms.send(new PhoneNumber(PHONE), "123456"));
    }

    private int status(String host, String header, String value) throws Exception {
        return client.request(HttpMethod.GET, port, "127.0.0.1", "/pages/code?phone=" + PHONE)
                .putHeader("host", host)
                .putHeader(header, value)
                .send()
                .await(30, TimeUnit.SECONDS)
                .statusCode();
    }

    @Test
    void aBrowserOnThisMachineSeesTheLastCodeOfThePhone() throws Exception {
        assertEquals(
                "{\"code\":\"123456\"}",
                client.get(port, "localhost", "/pages/code?phone=" + PHONE)
                        .send()
                        .await(30, TimeUnit.SECONDS)
                        .bodyAsString());
        assertEquals(200, status("[::1]:8080", "accept", "*/*"));
    }

    @ParameterizedTest
    @CsvSource({
        "example.com, accept, */*",
        "localhost, x-forwarded-for, 203.0.113.7",
        "localhost, x-forwarded-proto, https",
        "localhost, forwarded, for=203.0.113.7",
        "localhost, via, 1.1 proxy",
        "localhost, x-real-ip, 203.0.113.7"
    })
    void othersSeeNone(String host, String header, String value) throws Exception {
        assertEquals(404, status(host, header, value));
    }

    /** nginx speaks it unless its settings say otherwise. */
    @Test
    void norDoesAnOldProxy() throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String request = "GET /pages/code?phone=" + PHONE + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.0 404"), answer);
        }
    }
}
