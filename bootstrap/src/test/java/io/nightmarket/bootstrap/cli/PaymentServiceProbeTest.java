package io.nightmarket.bootstrap.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.nightmarket.bootstrap.config.AppConfig.Payments;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PaymentServiceProbeTest {
    private final List<String> good = new ArrayList<>();
    private final List<String> bad = new ArrayList<>();

    private void check(Payments.Gateway gateway, String url) {
        new PaymentServiceProbe((_, text) -> good.add(text), (_, text) -> bad.add(text))
                .check(new Payments(gateway, Duration.ZERO, url, ""));
    }

    @Test
    void aServiceIsReachedWhateverItAnswersAndOnlyWhereItIsUsed() throws IOException {
        HttpServer service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.start();
        String url = "http://127.0.0.1:" + service.getAddress().getPort();
        check(Payments.Gateway.HTTP, url);
        service.stop(0);
        assertEquals(List.of(url + " is reached"), good);

        check(Payments.Gateway.OFF, url);
        check(Payments.Gateway.SANDBOX, url);
        assertEquals(List.of(), bad);
        check(Payments.Gateway.HTTP, url);
        assertTrue(bad.getFirst().startsWith(url + " is not reached: "), bad::toString);
        assertEquals(1, good.size());
    }
}
