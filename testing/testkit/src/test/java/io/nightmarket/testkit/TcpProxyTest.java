package io.nightmarket.testkit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.testkit.ReplyFault.Fate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class TcpProxyTest {
    private static final int PATIENCE = 10_000;

    /** Says back what it hears, with its own letter before it. */
    private static final class Echo implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final char letter;
        private final AtomicInteger requests = new AtomicInteger();
        private volatile int client;

        Echo(char letter) throws IOException {
            this.letter = letter;
            Thread.ofVirtual().start(() -> {
                while (!listener.isClosed()) {
                    serve();
                }
            });
        }

        private void serve() {
            try (Socket socket = listener.accept()) {
                client = socket.getPort();
                byte[] heard = new byte[100];
                for (int read = socket.getInputStream().read(heard); read > 0; ) {
                    byte[] reply = new byte[read + 1];
                    reply[0] = (byte) letter;
                    System.arraycopy(heard, 0, reply, 1, read);
                    requests.incrementAndGet();
                    socket.getOutputStream().write(reply);
                    read = socket.getInputStream().read(heard);
                }
            } catch (IOException e) {
                // The next one is served.
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }

    private final Echo one = new Echo('1');
    private final Echo two = new Echo('2');
    private final TcpProxy proxy = new TcpProxy("tcp://127.0.0.1:" + one.listener.getLocalPort());

    TcpProxyTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        proxy.close();
        one.close();
        two.close();
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(PATIENCE);
        return socket;
    }

    private static String ask(Socket socket, String words, int length) throws IOException {
        socket.getOutputStream().write(words.getBytes(StandardCharsets.UTF_8));
        return new String(socket.getInputStream().readNBytes(length), StandardCharsets.UTF_8);
    }

    private static void assertEnded(Socket socket) {
        byte[] rest;
        try {
            rest = socket.getInputStream().readAllBytes();
        } catch (IOException e) {
            // Reset: ended, too.
            return;
        }
        assertArrayEquals(new byte[0], rest);
    }

    @Test
    void whatIsSaidPasses() throws IOException {
        try (Socket socket = connect()) {
            assertEquals("1a", ask(socket, "a", 2));
            assertEquals("1b", ask(socket, "b", 2));
            assertTrue(proxy.connectsFrom(one.client));
            assertFalse(proxy.connectsFrom(one.listener.getLocalPort()));
        }
    }

    @Test
    void aReplyIsSwallowedAndItsConnectionEnded() throws IOException {
        try (Socket socket = connect()) {
            assertEquals("1a", ask(socket, "a", 2));
            proxy.inject(ReplyFault.always(Fate.CUT));
            socket.getOutputStream().write('b');
            assertEnded(socket);
        }
        proxy.heal();
        try (Socket socket = connect()) {
            assertEquals("1c", ask(socket, "c", 2));
        }
    }

    @Test
    void aFaultThatIsInjectedOnceMeetsOneReply() throws IOException {
        proxy.injectOnce(Fate.DROP);
        try (Socket socket = connect()) {
            socket.getOutputStream().write('a');
            Eventually.holds("the request reached the server", () -> one.requests.get() == 1);
            assertEquals("1b", ask(socket, "b", 2));
        }
    }

    @Test
    void aRequestThatIsCutDoesNotReachTheServer() throws IOException {
        try (Socket socket = connect()) {
            assertEquals("1a", ask(socket, "a", 2));
            proxy.injectIntoRequests(ReplyFault.always(Fate.CUT), 0);
            socket.getOutputStream().write('b');
            assertEnded(socket);
        }
        assertEquals(1, one.requests.get());
        proxy.heal();
        try (Socket socket = connect()) {
            assertEquals("1c", ask(socket, "c", 2));
        }
    }

    @Test
    void aRequestThatIsDelayedReachesTheServer() throws IOException {
        proxy.injectIntoRequests(new ReplyFault(Fate.DELAY, 1, Duration.ofMillis(20)), 0);
        try (Socket socket = connect()) {
            assertEquals("1a", ask(socket, "a", 2));
        }
    }

    @Test
    void connectionsAreRefusedUntilItIsHealed() throws IOException {
        try (Socket before = connect()) {
            assertEquals("1a", ask(before, "a", 2));
            proxy.refuse();
            assertEnded(before);
        }
        try (Socket refused = connect()) {
            assertEnded(refused);
        }
        proxy.heal();
        try (Socket after = connect()) {
            assertEquals("1b", ask(after, "b", 2));
        }
    }

    @Test
    void aReplyThatIsHeldBackComes() throws IOException {
        proxy.inject(new ReplyFault(Fate.DELAY, 1, Duration.ofMillis(20)));
        try (Socket socket = connect()) {
            assertEquals("1a", ask(socket, "a", 2));
        }
    }

    @Test
    void whoIsTurnedToAnotherServerIsBrokenOffAndFindsThatOne() throws IOException {
        try (Socket socket = connect()) {
            assertEquals("1a", ask(socket, "a", 2));
            proxy.turnTo(two.listener.getLocalPort());
            assertEnded(socket);
        }
        try (Socket socket = connect()) {
            assertEquals("2a", ask(socket, "a", 2));
        }
    }

    @Test
    void whoAsksWhileTheServerIsAwayIsBrokenOff() throws IOException {
        one.close();
        try (Socket socket = connect()) {
            assertEnded(socket);
        }
    }
}
