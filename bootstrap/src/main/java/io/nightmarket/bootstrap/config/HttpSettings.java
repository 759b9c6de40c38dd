package io.nightmarket.bootstrap.config;

import io.nightmarket.domain.account.PhoneFormat;
import io.nightmarket.http.HttpConfig;
import io.nightmarket.http.OwnMachine;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.TrustedProxies;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Optional;

/** Reads how HTTP is served. */
record HttpSettings(Settings settings, SettingPaths paths, Edition edition) {
    private static final Duration DRAIN = Duration.ofSeconds(5);
    private static final Duration PROBE_DEADLINE = Duration.ofSeconds(2);

    HttpConfig read() {
        return new HttpConfig(
                host(),
                settings.number("port", 8080, 0, 65535),
                timeZone(),
                settings.duration("session.trust", "30s"),
                settings.number("max-body-bytes", 65_536, 1_024, 16_777_216),
                DRAIN,
                PROBE_DEADLINE,
                new HttpConfig.WebPages(
                        settings.flag("docs", edition == Edition.DEVELOPMENT),
                        paths.folder("static"),
                        paths.folder("images"),
                        paths.folder("static").isEmpty()
                                && ServerSettings.areEmbedded(settings)
                                && OwnMachine.isLoopback(host())),
                trustedProxies(),
                purchaseRates(),
                readRates(),
                loginRates(),
                phones(),
                new HttpConfig.Connections(
                        settings.number("limits.connections", 20_000, 0, 1_000_000),
                        settings.number("limits.connections-per-address", 2_000, 0, 1_000_000),
                        settings.interval("limits.request-timeout", "10s")),
                https());
    }

    /** Embedded, with a well-known admin, a node serves its own machine only. */
    private String host() {
        String given = settings.text("host", "");
        return given.isEmpty() ? (ServerSettings.areEmbedded(settings) ? "127.0.0.1" : "0.0.0.0") : given;
    }

    PhoneFormat phones() {
        return settings.parse("accounts.phones", PhoneFormat.MAINLAND.pattern(), PhoneFormat::new);
    }

    private HttpConfig.PurchaseRates purchaseRates() {
        return new HttpConfig.PurchaseRates(
                settings.rate("limits.buys-per-address", ""),
                settings.rate("limits.buys-per-user", "20/1s"),
                settings.rate("limits.buys-per-sale", ""),
                settings.rate("limits.orders-per-user", "20/1s"));
    }

    private HttpConfig.ReadRates readRates() {
        return new HttpConfig.ReadRates(
                settings.rate("limits.reads-per-address", ""),
                settings.rate("limits.reads-per-shop", ""),
                rateOnRealServers("limits.searches-per-address", "20/4s"),
                rateOnRealServers("limits.users-per-address", "200/4s"),
                settings.rate("limits.order-pages-per-user", "60/10s"));
    }

    private HttpConfig.LoginRates loginRates() {
        return new HttpConfig.LoginRates(
                rateOnRealServers("limits.logins-per-address", "20/1s"),
                rateOnRealServers("limits.codes-per-node", "50/1s"));
    }

    /** A limit that is left empty is none in embedded mode, where all clients have one address. */
    private RateLimit rateOnRealServers(String key, String usual) {
        boolean isLeft = settings.text(key, "").isEmpty();
        return isLeft && !ServerSettings.areEmbedded(settings) ? SettingFormats.rate(usual) : settings.rate(key, "");
    }

    private Optional<HttpConfig.Https> https() {
        Optional<Path> certificate = paths.file("https.certificate-file");
        Optional<Path> key = paths.file("https.key-file");
        if (certificate.isPresent() != key.isPresent()) {
            settings.problem(
                    "give both files, 'https.certificate-file' and 'https.key-file', or none for HTTP in clear");
        }
        return certificate.flatMap(pem -> key.map(secret -> new HttpConfig.Https(pem, secret)));
    }

    private TrustedProxies trustedProxies() {
        try {
            return new TrustedProxies(settings.list("trusted-proxies", ""));
        } catch (IllegalArgumentException e) {
            settings.problem("in setting 'trusted-proxies' " + e.getMessage());
            return TrustedProxies.NONE;
        }
    }

    ZoneId timeZone() {
        return settings.zone("time-zone", "Asia/Shanghai");
    }
}
