package io.nightmarket.http;

import io.nightmarket.domain.account.PhoneFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/** The configuration of a node of tests: without limits, on any free port and in clear, unless a test says otherwise. */
final class TestConfig {
    static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    /** Requests of tests come from it. */
    static final TrustedProxies LOOPBACK = new TrustedProxies(List.of("127.0.0.1"));

    private int port;
    private int maxBodyBytes = 4096;
    private Duration drain = Duration.ofMillis(200);
    private HttpConfig.WebPages pages = new HttpConfig.WebPages(true, Optional.empty(), Optional.empty(), false);
    private TrustedProxies proxies = TrustedProxies.NONE;
    private HttpConfig.PurchaseRates buying =
            new HttpConfig.PurchaseRates(RateLimit.NONE, RateLimit.NONE, RateLimit.NONE, RateLimit.NONE);
    private HttpConfig.ReadRates reading =
            new HttpConfig.ReadRates(RateLimit.NONE, RateLimit.NONE, RateLimit.NONE, RateLimit.NONE, RateLimit.NONE);
    private HttpConfig.LoginRates logins = new HttpConfig.LoginRates(RateLimit.NONE, RateLimit.NONE);
    private PhoneFormat phones = PhoneFormat.MAINLAND;
    private HttpConfig.Connections connections = new HttpConfig.Connections(0, 0, Duration.ofSeconds(10));
    private Optional<HttpConfig.Https> https = Optional.empty();

    TestConfig port(int given) {
        port = given;
        return this;
    }

    TestConfig maxBodyBytes(int given) {
        maxBodyBytes = given;
        return this;
    }

    /** How long a stop waits for requests in flight. */
    TestConfig drain(Duration given) {
        drain = given;
        return this;
    }

    TestConfig pages(boolean docs, Optional<Path> site, Optional<Path> images) {
        pages = new HttpConfig.WebPages(docs, site, images, false);
        return this;
    }

    TestConfig behindAProxy() {
        proxies = LOOPBACK;
        return this;
    }

    TestConfig buying(RateLimit perAddress, RateLimit perUser, RateLimit perSale, RateLimit orders) {
        buying = new HttpConfig.PurchaseRates(perAddress, perUser, perSale, orders);
        return this;
    }

    TestConfig reading(
            RateLimit perAddress, RateLimit perShop, RateLimit searches, RateLimit users, RateLimit orderPages) {
        reading = new HttpConfig.ReadRates(perAddress, perShop, searches, users, orderPages);
        return this;
    }

    TestConfig logins(RateLimit perAddress, RateLimit codes) {
        logins = new HttpConfig.LoginRates(perAddress, codes);
        return this;
    }

    TestConfig phones(PhoneFormat given) {
        phones = given;
        return this;
    }

    TestConfig connections(int total, int perAddress) {
        connections = new HttpConfig.Connections(total, perAddress, connections.requestTimeout());
        return this;
    }

    TestConfig requestTimeout(Duration given) {
        connections = new HttpConfig.Connections(connections.total(), connections.perAddress(), given);
        return this;
    }

    TestConfig encrypted() {
        https = Optional.of(new HttpConfig.Https(
                Path.of(HttpsTest.CERTIFICATE.certificatePath()), Path.of(HttpsTest.CERTIFICATE.privateKeyPath())));
        return this;
    }

    HttpConfig build() {
        return new HttpConfig(
                "127.0.0.1",
                port,
                ZONE,
                Duration.ofSeconds(5),
                maxBodyBytes,
                drain,
                Duration.ofMillis(200),
                pages,
                proxies,
                buying,
                reading,
                logins,
                phones,
                connections,
                https);
    }
}
