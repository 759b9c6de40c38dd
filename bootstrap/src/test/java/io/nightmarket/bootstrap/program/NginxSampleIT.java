package io.nightmarket.bootstrap.program;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.nightmarket.testkit.Programs;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** conf/nginx.conf before a server that notes what comes through. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
final class NginxSampleIT {
    private static final String OPERATOR = "10.1.2.3";
    private static final String STRANGER = "203.0.113.9";
    private static final String HSTS = "strict-transport-security";

    private final Vertx vertx = Vertx.vertx();
    private final WebClient web = WebClient.create(
            vertx, new WebClientOptions().setTrustAll(true).setVerifyHost(false).setFollowRedirects(false));
    private final List<String> passed = new CopyOnWriteArrayList<>();
    private HttpServer node;
    private Nginx nginx;
    private Path index = Path.of("");

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Optional<Path> installed = Programs.onThePath("nginx");
        assumeTrue(installed.isPresent(), "nginx is not on the PATH: its settings are not tested");
        serve(0);
        int port = node.getAddress().getPort();
        nginx = new Nginx(installed.orElseThrow(), folder, port, port);
        // Where root runs the tests, nginx serves as another user.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        index = Files.writeString(folder.resolve("index.html"), "the front end");
    }

    private void serve(int port) {
        try {
            node = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        node.createContext("/", this::note);
        node.start();
    }

    @AfterAll
    void stop() {
        if (nginx != null) {
            nginx.close();
            node.stop(0);
        }
        var _ = Client.await(vertx.close());
    }

    @BeforeEach
    void forget() {
        passed.clear();
    }

    private void note(HttpExchange exchange) throws IOException {
        passed.add(exchange.getRequestURI().toString());
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
    }

    @Test
    void pagesUnencryptedLeadToTheEncryptedSiteAndCallsAreRefused() {
        HttpResponse<Buffer> answer = get(nginx.plainSite() + "/shop.html?a=b", STRANGER);
        assertEquals(301, answer.statusCode());
        assertEquals("https://127.0.0.1/shop.html?a=b", answer.getHeader("location"));
        assertEquals(403, get(nginx.plainSite() + "/api/shop/1?a=b", STRANGER).statusCode());
        assertEquals(List.of(), passed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "localhost"})
    void anotherNameIsNotAnswered(String name) throws IOException {
        URI plain = URI.create(nginx.plainSite());
        try (Socket socket = new Socket(plain.getHost(), plain.getPort())) {
            socket.setSoTimeout(20_000);
            String request = "GET /x HTTP/1.1\r\nHost: " + name + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            assertEquals(-1, socket.getInputStream().read(), "a closed connection, and no redirection");
        }
    }

    @Test
    void norIsItEncrypted() {
        HttpRequest<Buffer> request =
                web.requestAbs(HttpMethod.GET, nginx.site() + "/").virtualHost("evil.example");
        assertThrows(HttpClosedException.class, () -> Client.await(request.send()));
    }

    @Test
    void withoutANodeTheApiAnswersAsABusyNodeDoes() {
        node.stop(0);
        try {
            HttpResponse<Buffer> answer = get(nginx.site() + "/api/shop/1", STRANGER);
            assertEquals(503, answer.statusCode());
            assertEquals("application/json", answer.getHeader("content-type"));
            assertEquals("2", answer.getHeader("retry-after"));
            JsonObject body = requireNonNull(answer.bodyAsJsonObject());
            assertEquals("UNAVAILABLE", body.getString("code"));
            assertEquals(false, body.getBoolean("success"));
        } finally {
            serve(node.getAddress().getPort());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/none", "/imgs/none.jpg", "/api/shop/1", "/api/admin/locks"})
    void everyAnswerKeepsBrowsersToTls(String path) {
        assertEquals(
                List.of("max-age=31536000"),
                get(nginx.site() + path, STRANGER).headers().getAll(HSTS));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/admin", "/api/admin/locks", "/api/%61dmin/locks", "/api%2fadmin/locks",
                "//api//admin/locks", "/api/shop/../admin/locks", "/api/api/admin/locks", "/api/api/api/admin/locks",
                "/docs", "/docs/openapi.yaml", "/api/docs/", "/api/api/docs/"
            })
    void strangersReachNeitherAdministrationNorDocumentation(String path) {
        int status = get(nginx.site() + path, STRANGER).statusCode();
        assertTrue(status == 403 || status == 404, () -> path + ": " + status);
        assertEquals(List.of(), passed);
    }

    @Test
    void operatorsReachBoth() {
        assertEquals(204, get(nginx.site() + "/api/admin/locks", OPERATOR).statusCode());
        assertEquals(204, get(nginx.site() + "/docs/", OPERATOR).statusCode());
        assertEquals(List.of("/admin/locks", "/docs/"), passed);
    }

    @Test
    void strangersReachTheApi() {
        assertEquals(204, get(nginx.site() + "/api/shop/1", STRANGER).statusCode());
        assertEquals(
                204, get(nginx.site() + "/api/voucher-order/events", STRANGER).statusCode());
        assertEquals(List.of("/shop/1", "/voucher-order/events"), passed);
    }

    @Test
    void withoutAFrontEndOfItsOwnTheStorefrontIsThatOfTheNodes() throws IOException {
        assertEquals("the front end", get(nginx.site() + "/", STRANGER).bodyAsString());
        assertEquals(List.of(), passed);
        Files.delete(index);
        try {
            for (String path : List.of("/", "/pages/kit/api.js", "/admin/locks//..//..", "/pages//qr/..//site.json")) {
                assertEquals(204, get(nginx.site() + path, STRANGER).statusCode(), path);
            }
        } finally {
            Files.writeString(index, "the front end");
        }
        assertEquals(List.of("/", "/pages/kit/api.js", "/", "/pages/site.json"), passed);
    }

    private HttpResponse<Buffer> get(String address, String client) {
        HttpRequest<Buffer> request = web.requestAbs(HttpMethod.GET, address).putHeader(Nginx.CLIENT, client);
        return Client.await(request.send());
    }
}
