package io.nightmarket.http;

import static io.nightmarket.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.nightmarket.domain.account.Role;
import io.nightmarket.http.answer.Problems;
import io.nightmarket.testkit.Eventually;
import io.nightmarket.testkit.LogLines;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** A client that goes away in the middle of its request is no failure of the server. */
@ExtendWith(VertxExtension.class)
@Isolated("it listens to a logger that every refused request of other tests writes to")
final class BrokenOffTest {
    private static final String LIVE = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";

    private final Logger logger = (Logger) LoggerFactory.getLogger(Problems.class.getPackageName());
    private final LogLines own = new LogLines(logger.getName()).from(Level.DEBUG);
    private final LogLines all = new LogLines(Logger.ROOT_LOGGER_NAME);
    private final LogLines connections = new LogLines("io.vertx.core.net").from(Level.ERROR);
    /** As conf/logback.xml has it. */
    private final LogLines silent = new LogLines("io.vertx.core.net.impl.VertxConnection").from(Level.OFF);

    @BeforeEach
    void keepLinesFromTheConsole() {
        logger.setAdditive(false);
    }

    @AfterEach
    void listenNoMore() {
        List.of(own, all, connections, silent).forEach(LogLines::close);
        logger.setAdditive(true);
    }

    private void assertLoggedForDebuggingAlone() {
        Eventually.holds("it is logged", () -> !own.events().isEmpty());
        assertEquals(Level.DEBUG, own.events().getFirst().getLevel());
    }

    @ParameterizedTest
    @EnumSource(
            value = HttpVersion.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void aClientThatBreaksOffIsNotLoggedAsAFailure(HttpVersion version) throws Exception {
        // Nodes of one Vert.x share one port, and what it is encrypted with.
        Vertx vertx = Vertx.vertx();
        TestNode encrypted = HttpsTest.encrypted(vertx, Duration.ofSeconds(60));
        HttpClientAgent broken = vertx.createHttpClient(HttpsTest.trusting(version));
        try {
            HttpClientRequest request =
                    await(broken.request(HttpMethod.POST, encrypted.port(), "localhost", "/user/login"));
            request.putHeader("content-type", "application/json").setChunked(true);
            await(request.write(Buffer.buffer("{\"phone\":")));
            assertEquals(version, request.version());

            var _ = request.reset();

            assertLoggedForDebuggingAlone();
        } finally {
            await(broken.close());
            await(vertx.close());
        }
    }

    @Test
    void aBodyThatCannotBeReadIsNotLoggedAsAFailure(Vertx vertx) throws Exception {
        List<String> sent = List.of(
                "POST /user/login HTTP/1.1",
                "host: x",
                "transfer-encoding: chunked",
                "",
                "100000002",
                "{}",
                "0",
                "",
                "");
        String answer = new RawClient(new TestNode(vertx)).exchange(String.join("\r\n", sent));
        assertTrue(answer.startsWith("HTTP/1.1 400 "), answer);
        assertLoggedForDebuggingAlone();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /shop/1 HTTP/1.1\r\nhost:",
                "POST /user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{",
                "POST /user/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n9\r\n{"
            })
    void aConnectionThatIsResetIsNotLogged(String unfinished, Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx);
        try (Socket socket = answered(node, LIVE)) {
            RawClient.send(socket, unfinished);
        }
        assertNothingIsLogged(node);
    }

    @Test
    void aConnectionThatIsResetBeforeItsAnswerIsNotLogged(Vertx vertx) throws Exception {
        TestNode node = new TestNode(vertx);
        CompletableFuture<Void> until = node.shopReads.hang();
        try (Socket socket = answered(node, LIVE)) {
            RawClient.send(socket, "GET /shop/1 HTTP/1.1\r\nhost: x\r\n\r\n");
            node.shopReads.hanging().get(60, TimeUnit.SECONDS);
        }
        Eventually.holds("the node has noticed it", () -> node.openConnections() == 0);
        until.complete(null);
        assertNothingIsLogged(node);
    }

    @Test
    void aStreamThatIsResetIsNotLogged(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx);
        String token;
        try (TestClient client = new TestClient(node)) {
            token = client.logIn(Role.SHOPPER);
        }
        String request =
                "GET /voucher-order/events HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\nauthorization: ";
        answered(node, request + token + "\r\n\r\n").close();
        assertNothingIsLogged(node);
    }

    /** Larger than what the kernels buffer. */
    @Test
    void aDownloadThatIsResetIsNotLogged(@TempDir Path folder, Vertx vertx) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve("large.bin").toFile(), "rw")) {
            file.setLength(256L << 20);
        }
        TestNode node = new TestNode(vertx, new TestConfig().pages(false, Optional.of(folder), Optional.empty()));
        answered(node, "GET /large.bin HTTP/1.1\r\nhost: x\r\n\r\n").close();
        assertNothingIsLogged(node);
    }

    /** A connection whose request is being answered, and which is reset when it is closed. */
    private static Socket answered(TestNode node, String request) throws IOException {
        Socket socket = new RawClient(node).open();
        socket.setSoLinger(true, 0);
        RawClient.send(socket, request);
        assertEquals('H', socket.getInputStream().read());
        return socket;
    }

    private void assertNothingIsLogged(TestNode node) throws IOException {
        Eventually.holds("the node has noticed it", () -> node.openConnections() == 0);
        // On the same event loop: what came before is done.
        assertEquals(200, new RawClient(node).get("/health/live").status());
        assertEquals(
                List.of(),
                Stream.of(own, all)
                        .flatMap(lines -> lines.events().stream())
                        .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                        .toList());
    }
}
