package io.nightmarket.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TrustedProxiesTest {
    @ParameterizedTest
    @CsvSource({
        "10.1.2.3,          10.1.2.3,    10.1.2.4",
        "10.1.0.0/16,       10.1.255.0,  10.2.0.0",
        "10.1.2.3/16,       10.1.255.0,  10.2.0.0",
        "0.0.0.0/0,         203.0.113.9, 2001:db8::1",
        "::1,               ::1,         ::2",
        "fd00::/8,          fdff::1,     fe00::1",
        "::ffff:10.1.2.3,   10.1.2.3,    10.1.2.4",
        "::ffff:10.1.0.0/112, 10.1.255.0, 10.2.0.0",
    })
    void aRangeHoldsItsAddressesAndNoOthers(String range, String inside, String outside) throws Exception {
        TrustedProxies proxies = new TrustedProxies(List.of("192.0.2.1", range));
        assertTrue(proxies.contain(InetAddress.ofLiteral(inside)));
        assertFalse(proxies.contain(InetAddress.ofLiteral(outside)));
    }

    @Test
    void noneHoldsNobody() {
        assertFalse(TrustedProxies.NONE.contain(InetAddress.getLoopbackAddress()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost", "10.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1",
                "10.0.0.0/8/8", "fd00::/129", "::ffff:10.0.0.0/95", "10.0.0.0-10.0.0.9", " "
            })
    void whatIsNoAddressAndNoRangeIsRefusedByName(String text) {
        IllegalArgumentException thrown =
                assertThrows(IllegalArgumentException.class, () -> new TrustedProxies(List.of("10.0.0.1", text)));
        assertEquals(
                "'" + text + "' is neither an IP address nor a range of them such as 10.0.0.0/8", thrown.getMessage());
    }
}
