package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.Eventually;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that does not end, however slowly it goes on, ends with its connection at the deadline. */
@ExtendWith(VertxExtension.class)
@Isolated("it measures the heap")
final class UnfinishedRequestsTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_BODY = 65_536;
    private static final int UNFINISHED = 60_000;
    private static final long MAX_GROWTH = 16L << 20;
    private static final String POST =
            "POST /user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ";

    /** Headers, a body, and one behind a request that was whole. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /shop/1 HTTP/1.1\r\nhost: x\r\nx: ",
                POST + "4000\r\n\r\n{",
                "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n" + POST + "4000\r\n\r\n"
            })
    void whatNeverEndsIsCutOff(String begin, Vertx vertx) throws IOException {
        endsThoughItGoesOn(node(vertx, TIMEOUT), begin);
    }

    @Test
    void aConnectionBetweenRequestsOutlivesTheDeadline(Vertx vertx) throws IOException {
        TestNode node = node(vertx, TIMEOUT);
        String request = "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n";
        try (Socket idle = new RawClient(node).open()) {
            RawClient.send(idle, request);
            assertEquals('H', idle.getInputStream().read());
            // Begun later, with the same deadline.
            endsThoughItGoesOn(node, POST + "4000\r\n\r\n{");
            assertEquals(1, node.openConnections());
            RawClient.send(idle, request.replace("host: x", "host: x\r\nconnection: close"));
            String answers = new String(idle.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(2, answers.split("200 OK", -1).length - 1, answers);
        }
    }

    @Test
    void aThousandUnfinishedBodiesEndAndLeaveNothing(Vertx vertx) throws IOException {
        TestNode node = node(vertx, TIMEOUT);
        long before = heap();
        List<SocketChannel> open = new ArrayList<>();
        try {
            for (int i = 0; i < 1_100; i++) {
                open.add(unfinished(node));
            }
            Eventually.holds("all are closed by the node", () -> {
                open.removeIf(UnfinishedRequestsTest::endsThoughAByteIsSent);
                return open.isEmpty();
            });
            Eventually.holds("the node counts none", () -> node.openConnections() == 0);
            long growth = heap() - before;
            assertTrue(growth < MAX_GROWTH, "the heap grew by " + growth);
        } finally {
            for (SocketChannel channel : open) {
                channel.close();
            }
        }
    }

    /** With all of the body but its end, which is more than the kernel keeps for a connection that is not read. */
    private static SocketChannel unfinished(TestNode node) throws IOException {
        SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()));
        String sent = POST + MAX_BODY + "\r\n\r\n" + "x".repeat(UNFINISHED);
        ByteBuffer bytes = ByteBuffer.wrap(sent.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                var _ = channel.write(bytes);
            }
        } catch (IOException closed) {
            // On a slow machine the deadline passes before all is sent.
            return channel;
        }
        channel.configureBlocking(false);
        return channel;
    }

    private static boolean endsThoughAByteIsSent(SocketChannel channel) {
        try {
            var _ = channel.write(ByteBuffer.wrap(new byte[] {'x'}));
            if (channel.read(ByteBuffer.allocate(1)) < 0) {
                channel.close();
                return true;
            }
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    private static void endsThoughItGoesOn(TestNode node, String begin) throws IOException {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()))) {
            var _ = channel.write(ByteBuffer.wrap(begin.getBytes(StandardCharsets.UTF_8)));
            channel.configureBlocking(false);
            Eventually.holdsWithin(
                    Duration.ofSeconds(60), "it is closed by the node", () -> endsThoughAByteIsSent(channel));
        }
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static TestNode node(Vertx vertx, Duration timeout) {
        return new TestNode(vertx, new TestConfig().requestTimeout(timeout).maxBodyBytes(MAX_BODY));
    }
}
