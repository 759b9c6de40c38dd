package io.nightmarket.bootstrap.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.testkit.LogLines;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CommandLinePasswordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://market:secret@10.0.0.6:3306/market",
                "redis://:secret@10.0.0.5",
                "rediss://10.0.0.5?password=secret"
            })
    void aPasswordInAnOptionIsWarnedOfInOneLine(String address) {
        assertEquals(
                List.of("WARN The option --mysql shows its password to every user of this machine; give the variable"
                        + " NIGHTMARKET_MYSQL or NIGHTMARKET_MYSQL_FILE instead"),
                warnings(Map.of("mysql", address)));
    }

    @Test
    void otherOptionsAreNot() {
        assertEquals(
                List.of(),
                warnings(Map.of(
                        "redis", "redis://10.0.0.5:6379",
                        "mysql", "mysql://market@10.0.0.6/market",
                        "data", "/tmp/a:b@c")));
    }

    private static List<String> warnings(Map<String, String> options) {
        try (LogLines lines = new LogLines(CommandLinePasswords.class)) {
            CommandLinePasswords.warn(options);
            return lines.all();
        }
    }
}
