package io.nightmarket.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.redis.client.Command;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class RedisPeekTest {
    private static final byte[] LOADING =
            "-LOADING Redis is loading the dataset in memory\r\n".getBytes(StandardCharsets.US_ASCII);

    @Test
    void anErrorOfRedisIsAnIoException() throws IOException {
        try (ServerSocket redis = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> refuse(redis));
            RedisPeek peek = new RedisPeek("redis://127.0.0.1:" + redis.getLocalPort());
            IOException refused = assertThrows(IOException.class, () -> peek.send(Command.GET, "key"));
            assertTrue(refused.toString().contains("LOADING"), refused::toString);
        }
    }

    /** Each request of the first connection. */
    private static void refuse(ServerSocket redis) {
        byte[] request = new byte[1024];
        try (Socket socket = redis.accept()) {
            while (socket.getInputStream().read(request) > 0) {
                socket.getOutputStream().write(LOADING);
            }
        } catch (IOException e) {
            // The test fails when it gets no answer.
            throw new AssertionError(e);
        }
    }
}
