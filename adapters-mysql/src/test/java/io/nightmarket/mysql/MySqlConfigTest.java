package io.nightmarket.mysql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MySqlConfigTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static MySqlConfig config(String uri) {
        return new MySqlConfig(uri, 4, SECOND, SECOND, SECOND);
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

    @Test
    void limitsAreChecked() {
        assertRefused(0, SECOND, SECOND, SECOND);
        assertRefused(1, Duration.ZERO, SECOND, SECOND);
        assertRefused(1, SECOND, Duration.ZERO, SECOND);
        assertRefused(1, SECOND, SECOND, Duration.ZERO);
    }

    private static void assertRefused(int poolSize, Duration command, Duration connect, Duration settle) {
        String uri = "mysql://nm@localhost/market";
        assertThrows(IllegalArgumentException.class, () -> new MySqlConfig(uri, poolSize, command, connect, settle));
    }
}
