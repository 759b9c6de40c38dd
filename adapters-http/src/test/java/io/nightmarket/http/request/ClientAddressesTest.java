package io.nightmarket.http.request;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.http.TrustedProxies;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClientAddressesTest {
    private static final String PROXY = "10.0.0.1";
    private static final String SHOPPER = "203.0.113.7";
    private static final String FORGED = "198.51.100.1";

    private final ClientAddresses addresses =
            new ClientAddresses(new TrustedProxies(List.of("10.0.0.0/8", "fd00::/8"))::contain);

    @Test
    void aProxysWordIsTaken() {
        assertEquals(SHOPPER, client(PROXY, SHOPPER));
    }

    @Test
    void nobodyElsesIs() {
        assertEquals(SHOPPER, client(SHOPPER, FORGED));
        assertEquals(SHOPPER, client(SHOPPER, PROXY));
    }

    @Test
    void whatAShopperWroteToTheLeftHasNoEffect() {
        assertEquals(SHOPPER, client(PROXY, FORGED + ", " + SHOPPER));
        assertEquals(SHOPPER, client(PROXY, FORGED + ", 10.9.9.9, " + SHOPPER));
        assertEquals(SHOPPER, client(PROXY, "forged, " + SHOPPER));
        assertEquals(SHOPPER, client(PROXY, FORGED + ", " + SHOPPER + ", 10.0.0.2"));
    }

    @Test
    void severalProxiesArePassedBy() {
        assertEquals(SHOPPER, client(PROXY, SHOPPER + ", 10.0.0.3,fd00::2"));
    }

    @Test
    void severalLinesAreOneList() {
        assertEquals(SHOPPER, client(PROXY, FORGED, SHOPPER, "10.0.0.2"));
        assertEquals(SHOPPER, client(PROXY, FORGED + ", " + SHOPPER, " ", ","));
    }

    @Test
    void whatCanNotBeReadLeavesThePeer() {
        for (String unreadable :
                List.of("unknown", SHOPPER + ":1234", "localhost", "203.0.113", "_hidden", "1.2.3.4.5")) {
            assertEquals(PROXY, client(PROXY, FORGED + ", " + unreadable));
            assertEquals(PROXY, client(PROXY, unreadable + ", 10.0.0.2"));
        }
        assertEquals(PROXY, client(PROXY));
        assertEquals(PROXY, client(PROXY, ""));
    }

    @Test
    void aRequestOfAProxyItselfIsThatProxys() {
        assertEquals("10.0.0.3", client(PROXY, "10.0.0.3, 10.0.0.2"));
    }

    @Test
    void anAddressHasOneSpelling() {
        assertEquals(SHOPPER, client(PROXY, "::ffff:" + SHOPPER));
        assertEquals(SHOPPER, client(PROXY, SHOPPER + ", ::ffff:10.0.0.2"));
        assertEquals(client(PROXY, "2001:db8::7"), client(PROXY, "2001:0DB8:0:0::7"));
    }

    private String client(String peer, String... lines) {
        return addresses.client(InetAddress.ofLiteral(peer), List.of(lines)).getHostAddress();
    }
}
