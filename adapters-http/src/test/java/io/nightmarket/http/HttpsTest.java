package io.nightmarket.http;

import static io.nightmarket.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import io.vertx.core.net.SelfSignedCertificate;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(VertxExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class HttpsTest {
    /** RFC 9113, 7. */
    private static final long PROTOCOL_ERROR = 1;

    private static final String HSTS = "strict-transport-security";

    /** One for all tests: making the key of a certificate takes longer than most of them. */
    static final SelfSignedCertificate CERTIFICATE = SelfSignedCertificate.create("localhost");

    private final List<HttpClientAgent> clients = new ArrayList<>();
    private TestNode node;
    private Vertx vertx;

    @BeforeAll
    void start(Vertx given) {
        vertx = given;
        node = encrypted(vertx, Duration.ofSeconds(6));
    }

    private HttpClientAgent client(HttpVersion version) {
        clients.add(vertx.createHttpClient(trusting(version)));
        return clients.getLast();
    }

    @AfterEach
    void closeClients() {
        for (HttpClientAgent client : clients) {
            await(client.close());
        }
        clients.clear();
    }

    /** A node with the certificate. */
    static TestNode encrypted(Vertx vertx, Duration requestTimeout) {
        return new TestNode(vertx, new TestConfig().encrypted().requestTimeout(requestTimeout));
    }

    static HttpClientOptions trusting(HttpVersion version) {
        return new HttpClientOptions()
                .setSsl(true)
                .setUseAlpn(true)
                .setProtocolVersion(version)
                .setTrustOptions(CERTIFICATE.trustOptions());
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpVersion.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void bothVersionsAreServedAndStayEncrypted(HttpVersion version) {
        HttpClientAgent client = client(version);
        HttpClientRequest request = await(client.request(HttpMethod.GET, node.port(), "localhost", "/health/live"));
        HttpClientResponse response = await(request.send());
        assertEquals(version, request.version());
        assertEquals(200, response.statusCode());
        Eventually.holds("it is counted once", () -> node.openConnections() == 1);
        assertEquals("max-age=31536000", response.getHeader(HSTS));
    }

    @Test
    void aBodyOfHttp2ThatNeverEndsIsCutOff() {
        HttpClientAgent client = client(HttpVersion.HTTP_2);
        HttpClientRequest request = await(client.request(HttpMethod.POST, node.port(), "localhost", "/user/login"));
        request.putHeader("content-type", "application/json").setChunked(true);
        await(request.write(Buffer.buffer("{")));
        Future<HttpClientResponse> response = request.response();
        assertInstanceOf(StreamResetException.class, assertThrows(Throwable.class, () -> await(response)));
    }

    @Test
    void aConnectionOfHttp2IsBounded() {
        HttpClientAgent client = client(HttpVersion.HTTP_2);
        HttpClientRequest request = await(client.request(HttpMethod.GET, node.port(), "localhost", "/health/live"));
        Http2Settings settings =
                assertInstanceOf(HttpConnection.class, request.connection()).remoteSettings();
        assertEquals(16, settings.getMaxConcurrentStreams());
        assertEquals(8_192, settings.getMaxHeaderListSize());
        request.putHeader("large", "x".repeat(9_000));
        assertThrows(Throwable.class, () -> await(request.send()));
    }

    @Test
    void ofTwoHostsNoneIsTaken() {
        HttpClientAgent client = client(HttpVersion.HTTP_2);
        String authority = "localhost:" + node.port();
        assertEquals(200, status(client, List.of()));
        assertEquals(200, status(client, List.of(authority)));
        assertEquals(400, status(client, List.of(authority, authority)));
        assertEquals(400, status(client, List.of(authority, "elsewhere")));
        StreamResetException reset =
                assertThrows(StreamResetException.class, () -> status(client, List.of("elsewhere")));
        assertEquals(PROTOCOL_ERROR, reset.getCode());
    }

    private int status(HttpClientAgent client, List<String> hosts) {
        HttpClientRequest request = await(client.request(HttpMethod.GET, node.port(), "localhost", "/health/live"));
        request.headers().add("host", hosts);
        return await(request.send()).statusCode();
    }

    @Test
    void aHandshakeThatNeverEndsIsCutOff() throws IOException {
        Vertx other = Vertx.vertx();
        try {
            TestNode patient = encrypted(other, Duration.ofMinutes(10));
            try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), patient.port())) {
                silent.setSoTimeout(60_000);
                assertEquals(-1, silent.getInputStream().read());
            }
        } finally {
            await(other.close());
        }
    }

    @Test
    void nothingIsServedInClear() {
        assertThrows(AssertionError.class, () -> new RawClient(node).get("/health/live"));
    }

    @Test
    void aNodeInClearAsksForNoEncryptionAndSpeaksNoHttp2() throws IOException {
        // Nodes of one Vert.x share one port, and what it is encrypted with.
        Vertx other = Vertx.vertx();
        try {
            RawClient client = new RawClient(new TestNode(other));
            RawClient.Page page = client.get("/health/live", "upgrade: h2c", "http2-settings: AAMAAABkAAQAAP__");
            assertEquals(200, page.status());
            assertNull(page.header(HSTS));
            String refused = client.exchange("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            assertTrue(refused.contains(" 501 Not Implemented\r\n"), refused);
        } finally {
            await(other.close());
        }
    }
}
