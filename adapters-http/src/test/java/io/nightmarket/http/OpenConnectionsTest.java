package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
final class OpenConnectionsTest {
    private static final TrustedProxies PROXY = new TrustedProxies(List.of("10.0.0.1"));

    @Test
    void noMoreThanTheLimitAreOpen() {
        OpenConnections open = new OpenConnections(limits(2, 0), PROXY, System::nanoTime);
        EmbeddedChannel first = from("192.0.2.1");
        assertTrue(open.admit(first));
        assertTrue(open.admit(from("192.0.2.2")));
        EmbeddedChannel refused = from("192.0.2.3");
        assertFalse(open.admit(refused));
        var _ = refused.close();
        assertEquals(2, open.count());
        var _ = first.close();
        assertTrue(open.admit(from("192.0.2.3")));
    }

    @Test
    void noMoreThanItsLimitAreOpenFromOneAddress() {
        OpenConnections open = new OpenConnections(limits(0, 1), PROXY, System::nanoTime);
        EmbeddedChannel first = from("192.0.2.1");
        assertTrue(open.admit(first));
        assertFalse(refusedAndClosed(open, "192.0.2.1"));
        assertTrue(open.admit(from("192.0.2.2")));
        var _ = first.close();
        assertTrue(open.admit(from("192.0.2.1")));
    }

    @Test
    void theAddressesOfOneNetworkOfIpv6AreOne() {
        OpenConnections open = new OpenConnections(limits(0, 1), PROXY, System::nanoTime);
        assertTrue(open.admit(from("2001:db8:1:1::1")));
        assertFalse(open.admit(from("2001:db8:1:1:ffff::2")));
        assertTrue(open.admit(from("2001:db8:1:2::1")));
    }

    @Test
    void aTrustedProxyHasNoLimitOfItsOwn() {
        OpenConnections open = new OpenConnections(limits(3, 1), PROXY, System::nanoTime);
        assertTrue(open.admit(from("10.0.0.1")));
        assertTrue(open.admit(from("10.0.0.1")));
        assertTrue(open.admit(from("10.0.0.1")));
        assertFalse(open.admit(from("10.0.0.1")));
    }

    @Test
    void oneTooManyIsClosedAndTheOthersAreServed(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx, new TestConfig().connections(0, 1));
        try (Socket first = new RawClient(node).open();
                Socket second = new RawClient(node).open()) {
            Eventually.holds("both were accepted", () -> node.openConnections() == 1);
            assertTrue(isClosed(second));
            RawClient.send(first, "GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n");
            assertEquals('H', first.getInputStream().read());
        }
        Eventually.holds("none is open", () -> node.openConnections() == 0);
        assertEquals(200, new RawClient(node).get("/health/live").status());
    }

    @Test
    void aConnectionThatHasNotShakenHandsIsCounted(Vertx vertx) throws IOException {
        TestNode node = new TestNode(vertx, new TestConfig().encrypted().connections(0, 1));
        try (Socket first = new RawClient(node).open()) {
            assertTrue(first.isConnected());
            Eventually.holds("the first is counted", () -> node.openConnections() == 1);
            try (Socket second = new RawClient(node).open()) {
                assertTrue(isClosed(second));
                Eventually.holds("the first alone is open", () -> node.openConnections() == 1);
            }
        }
        Eventually.holds("none is open", () -> node.openConnections() == 0);
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }

    private static boolean refusedAndClosed(OpenConnections open, String address) {
        EmbeddedChannel channel = from(address);
        boolean admitted = open.admit(channel);
        var _ = channel.close();
        return admitted;
    }

    private static HttpConfig.Connections limits(int total, int perAddress) {
        return new HttpConfig.Connections(total, perAddress, Duration.ofSeconds(10));
    }

    private static EmbeddedChannel from(String address) {
        return new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress(address, 40_000);
            }
        };
    }
}
