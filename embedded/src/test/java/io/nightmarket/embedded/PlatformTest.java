package io.nightmarket.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class PlatformTest {

    @Test
    void systemsWithBothServersAreKnown() {
        assertEquals("linux-amd64", Platform.of("Linux", "amd64").name());
        assertEquals("mac-aarch64", Platform.of("Mac OS X", "aarch64").name());
    }

    @Test
    void aSystemWithoutBinariesIsToldToNameItsOwnServers() {
        assertEquals(
                "There is no embedded MariaDB for linux-aarch64: run your own servers and name them with --redis and --mysql.",
                assertThrows(
                                EmbeddedServerException.class,
                                () -> Platform.of("Linux", "aarch64").mariaDbFolder())
                        .getMessage());
        assertEquals(
                "There is no embedded Redis for Solaris on sparcv9: run your own servers and name them with --redis and --mysql.",
                assertThrows(EmbeddedServerException.class, () -> Platform.of("Solaris", "sparcv9"))
                        .getMessage());
    }
}
