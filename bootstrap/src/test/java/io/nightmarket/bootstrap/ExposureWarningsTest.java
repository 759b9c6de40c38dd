package io.nightmarket.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.bootstrap.config.ConfigLoader;
import io.nightmarket.testkit.LogLines;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExposureWarningsTest {
    private static final Map<String, String> REAL = Map.of(
            "redis",
            "redis://10.0.0.5",
            "mysql",
            "mysql://market:pw@10.0.0.6/market",
            "token.secret",
            "0123456789abcdef0123456789abcdef",
            "sms.url",
            "https://sms.example.com/send",
            "host",
            "10.0.0.7",
            "accounts.staff-second-factor",
            "true");

    @TempDir
    private Path home;

    @Test
    void privateHostsAndASecondFactorNeedNone() {
        assertEquals(List.of(), warnings(Map.of()));
    }

    @Test
    void eachExposureIsOneLine() {
        assertEquals(
                List.of(
                        "WARN Merchants and administrators log in by SMS alone: set accounts.staff-second-factor",
                        "WARN Orders are paid with play money: set payments.gateway to http or off",
                        "WARN Tokens reach 0.0.0.0:8080 in clear: set https.*, or listen on a private host behind a proxy"
                                + " that encrypts",
                        "WARN The link to Redis at redis.example.com is not encrypted: use rediss://",
                        "WARN The link to MySQL at db.example.com is not encrypted: set mysql-tls"),
                warnings(Map.of(
                        "accounts.staff-second-factor",
                        "false",
                        "payments.gateway",
                        "sandbox",
                        "host",
                        "0.0.0.0",
                        "redis",
                        "redis://redis.example.com:6379",
                        "mysql",
                        "mysql://market:pw@db.example.com/market",
                        "mysql-tls",
                        "off")));
    }

    @Test
    void codesThatGoNowhereOrToTheConsoleAreWarnedOf() {
        assertEquals(
                List.of(
                        "WARN No login code can be sent: set sms.url to a gateway, or to console, which shows codes here"),
                warnings(Map.of("sms.url", "")));
        assertEquals(
                List.of("WARN Login codes are shown here, to all who read this: set sms.url to a gateway"),
                warnings(Map.of("sms.url", "console")));
    }

    @Test
    void nodesOfSeveralMachinesShareTheirPictures() {
        Map<String, String> clustered = Map.of(
                "cluster.enabled",
                "true",
                "cluster.name",
                "mine",
                "cluster.host",
                "10.0.0.7",
                "cluster.members",
                "10.0.0.7,10.0.0.8");
        assertEquals(
                List.of("WARN Uploaded pictures stay on this machine: set pictures.folder to one that all nodes share"),
                warnings(clustered));
        Map<String, String> shared = new HashMap<>(clustered);
        shared.put("pictures.folder", "/mnt/pictures");
        assertEquals(List.of(), warnings(shared));
    }

    @Test
    void embeddedServersNeedNone() {
        try (LogLines lines = new LogLines(ExposureWarnings.class)) {
            ExposureWarnings.warn(new ConfigLoader(home, Map.of()).load(null, Map.of()));
            assertEquals(List.of(), lines.all());
        }
    }

    private List<String> warnings(Map<String, String> changed) {
        Map<String, String> options = new HashMap<>(REAL);
        options.putAll(changed);
        try (LogLines lines = new LogLines(ExposureWarnings.class)) {
            ExposureWarnings.warn(new ConfigLoader(home, Map.of()).load(null, options));
            return lines.all();
        }
    }
}
