package io.nightmarket.http;

import static io.nightmarket.testkit.Futures.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureType;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.StreamResetException;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Clients that ask and do not read. */
@ExtendWith(VertxExtension.class)
@SuppressWarnings("NullAway.Init")
final class UnreadAnswersTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    /** More than kernels keep for a connection. */
    private static final int LARGE = 8 << 20;

    private static final long TOO_MUCH = (64L << 20) + 1;

    private final PictureName picture = PictureName.random(new Random(), PictureType.PNG);
    private final PictureName small = PictureName.random(new Random(), PictureType.PNG);
    private final List<Socket> sockets = new ArrayList<>();
    private final List<HttpClientAgent> clients = new ArrayList<>();
    private Vertx vertx;

    @BeforeEach
    void take(Vertx own) {
        vertx = own;
    }

    @AfterEach
    void close() throws IOException {
        for (HttpClientAgent client : clients) {
            await(client.close());
        }
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private TestNode node() {
        return withPicture(new TestNode(vertx, new TestConfig().requestTimeout(TIMEOUT)));
    }

    private TestNode encrypted(Duration timeout) {
        return withPicture(HttpsTest.encrypted(vertx, timeout));
    }

    private TestNode withPicture(TestNode node) {
        Stages.await(node.pictures.put(picture, new PictureBytes(new byte[LARGE])));
        Stages.await(node.pictures.put(small, new PictureBytes(new byte[100])));
        return node;
    }

    private Socket ask(TestNode node) throws IOException {
        Socket socket = new Socket();
        sockets.add(socket);
        socket.setReceiveBufferSize(4_096);
        socket.setSoTimeout(60_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()));
        socket.getOutputStream()
                .write(("GET /imgs" + picture.path() + " HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void aConnectionThatIsNotReadIsClosed() throws IOException {
        TestNode node = node();
        Socket stalled = ask(node);
        Eventually.holds("it is open", () -> node.openConnections() == 1);
        Eventually.holds("it is closed by the node", () -> node.openConnections() == 0);
        int read;
        try {
            read = stalled.getInputStream().readAllBytes().length;
        } catch (IOException reset) {
            return;
        }
        assertTrue(read < LARGE, "the answer ended early: " + read);
    }

    /** Some at a time, for longer than nothing may be read. */
    @Test
    void whoReadsSlowlyGetsAll() throws IOException {
        InputStream answer = ask(node()).getInputStream();
        long begin = System.nanoTime();
        long read = 0;
        byte[] part = new byte[1 << 20];
        for (int next = answer.read(part); next >= 0; next = answer.readNBytes(part, 0, part.length)) {
            read += next;
            if (next == 0) {
                break;
            }
            if (System.nanoTime() - begin < 2 * TIMEOUT.toNanos()) {
                Stages.pause(TIMEOUT.dividedBy(8));
            }
        }
        assertTrue(read > LARGE, "all of it and its head: " + read);
    }

    @Test
    void whatIsLeftUnreadIsClosedAtOnceWhileTheNodeHoldsTooMuch() throws IOException {
        TestNode node = new TestNode(vertx, new TestConfig().requestTimeout(Duration.ofHours(1)));
        node.held().addUntaken(TOO_MUCH);
        Socket pipelined = new Socket();
        sockets.add(pipelined);
        pipelined.setReceiveBufferSize(4_096);
        pipelined.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()));
        byte[] requests = "GET /docs/openapi.yaml HTTP/1.1\r\nhost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        assertThrows(IOException.class, () -> {
            for (int i = 0; i < 10_000; i++) {
                pipelined.getOutputStream().write(requests);
                Stages.pause(Duration.ofMillis(1));
            }
        });
        assertEquals(200, new RawClient(node).get("/health/live").status());
    }

    private HttpClientAgent client(int window) {
        HttpClientAgent client = vertx.createHttpClient(HttpsTest.trusting(HttpVersion.HTTP_2)
                .setInitialSettings(new Http2Settings().setInitialWindowSize(window)));
        clients.add(client);
        return client;
    }

    /** The body, which is asked for as soon as the head is there: later, its end may be missed. */
    private Future<Buffer> get(HttpClientAgent client, TestNode node, String path) {
        return client.request(HttpMethod.GET, node.port(), "localhost", path)
                .compose(HttpClientRequest::send)
                .compose(response -> {
                    assertEquals(200, response.statusCode());
                    return response.body();
                });
    }

    private void assertReset(Future<Buffer> body) {
        assertInstanceOf(StreamResetException.class, assertThrows(Throwable.class, () -> await(body)));
    }

    /** Its head needs no leave of the client. */
    @Test
    void aRequestOfHttp2WhoseClientLetsNothingBeSentIsReset() {
        TestNode node = encrypted(TIMEOUT);
        for (String path : List.of("/health/live", "/imgs" + picture.path(), "/imgs" + small.path())) {
            assertReset(get(client(0), node, path));
        }
    }

    @Test
    void aRequestOfHttp2WhoseClientReadsGetsAll() {
        TestNode node = encrypted(TIMEOUT.multipliedBy(10));
        assertEquals(
                LARGE,
                await(get(client(65_535), node, "/imgs" + picture.path())).length());
    }

    @Test
    void anAnswerOfHttp2ThatIsNotReadIsResetAtOnceWhileTheNodeHoldsTooMuch() {
        TestNode node = encrypted(Duration.ofHours(1));
        node.held().addUntaken(TOO_MUCH);
        node.shops.add(Shops.shop(1));
        assertReset(get(client(0), node, "/shop/1"));
        var _ = await(get(client(65_535), node, "/shop/1"));
    }
}
