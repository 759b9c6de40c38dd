package io.nightmarket.domain.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TotpTest {
    private static final byte[] SECRET = "12345678901234567890".getBytes(StandardCharsets.US_ASCII);

    /** RFC 6238, appendix B, the last six of eight digits. */
    @ParameterizedTest
    @CsvSource({
        "59, 287082",
        "1111111109, 081804",
        "1111111111, 050471",
        "1234567890, 005924",
        "2000000000, 279037",
        "20000000000, 353130"
    })
    void passwordsAreThoseOfTheStandard(long seconds, String password) {
        assertEquals(password, Totp.at(SECRET, seconds / 30));
        assertEquals(OptionalLong.of(seconds / 30), Totp.stepOf(SECRET, password, Instant.ofEpochSecond(seconds)));
    }

    @Test
    void passwordsOfTheStepsBesideHold() {
        Instant now = Instant.ofEpochSecond(100 * 30);
        for (long step = 99; step <= 101; step++) {
            assertEquals(OptionalLong.of(step), Totp.stepOf(SECRET, Totp.at(SECRET, step), now));
        }
        assertEquals(OptionalLong.empty(), Totp.stepOf(SECRET, Totp.at(SECRET, 98), now));
        assertEquals(OptionalLong.empty(), Totp.stepOf(SECRET, "", now));
    }
}
