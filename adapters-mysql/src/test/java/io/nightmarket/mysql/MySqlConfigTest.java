package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.mysql.MySqlTls.Mode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlConfigTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static MySqlConfig config(String uri) {
        return new MySqlConfig(uri, 4, SECOND, SECOND, SECOND, MySqlTls.AUTO);
    }

    @Test
    void anAddressIsTakenApart() {
        MySqlConfig config = config("mysql://nm:p%40ss:word@db.example:3307/market");
        assertEquals("db.example", config.host());
        assertEquals(3307, config.port());
        assertEquals("nm", config.user());
        assertEquals("p@ss:word", config.password());
        assertEquals("market", config.database());
    }

    @Test
    void portAndPasswordMayBeLeftOut() {
        MySqlConfig config = config("mysql://root@localhost/market");
        assertEquals(3306, config.port());
        assertEquals("", config.password());
    }

    @Test
    void thePasswordIsNotShown() {
        assertFalse(config("mysql://nm:secret@localhost/market").toString().contains("secret"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "localhost",
                "redis://nm:secret@localhost/market",
                "mysql://localhost/market",
                "mysql://:secret@localhost/market",
                "mysql://nm:secret@localhost",
                "mysql://nm:secret@localhost/",
                "mysql://nm:secret@local host/market",
                "mysql:secret"
            })
    void anythingElseIsRefusedWithoutShowingThePassword(String uri) {
        String said = String.valueOf(
                assertThrows(IllegalArgumentException.class, () -> config(uri)).getMessage());
        assertFalse(said.contains("secret"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?ssl-mode=REQUIRED", "?useSSL=secret", "?", "#secret"})
    void parametersAreRefusedRatherThanIgnored(String parameters) {
        String said = String.valueOf(assertThrows(
                        IllegalArgumentException.class, () -> config("mysql://nm:pw@localhost/market" + parameters))
                .getMessage());
        assertTrue(said.startsWith("a MySQL address has no parameters"), said);
        assertFalse(said.contains("secret"), said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.1.2.3", "[::1]"})
    void onLoopbackTlsIsOffUnlessItIsAskedFor(String host) {
        assertEquals(Mode.OFF, tls(host, MySqlTls.AUTO));
        assertEquals(Mode.VERIFY_CA, tls(host, new MySqlTls(Mode.VERIFY_CA, Optional.empty())));
        assertEquals(Mode.VERIFY_IDENTITY, tls(host, new MySqlTls(Mode.AUTO, Optional.of(Path.of("ca.pem")))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.0.0.6", "db.example", "db", "[fd00::6]"})
    void elsewhereTlsIsVerifiedUnlessItIsTurnedOff(String host) {
        assertEquals(Mode.VERIFY_IDENTITY, tls(host, MySqlTls.AUTO));
        assertEquals(Mode.OFF, tls(host, new MySqlTls(Mode.OFF, Optional.empty())));
    }

    private static Mode tls(String host, MySqlTls tls) {
        return new MySqlConfig("mysql://nm@" + host + "/market", 1, SECOND, SECOND, SECOND, tls).tlsMode();
    }

    @Test
    void limitsAreChecked() {
        assertRefused(0, SECOND, SECOND, SECOND);
        assertRefused(1, Duration.ZERO, SECOND, SECOND);
        assertRefused(1, SECOND, Duration.ZERO, SECOND);
        assertRefused(1, SECOND, SECOND, Duration.ZERO);
    }

    private static void assertRefused(int poolSize, Duration command, Duration connect, Duration settle) {
        String uri = "mysql://nm@localhost/market";
        assertThrows(
                IllegalArgumentException.class,
                () -> new MySqlConfig(uri, poolSize, command, connect, settle, MySqlTls.AUTO));
    }
}
