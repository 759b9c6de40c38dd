package io.nightmarket.bootstrap.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.memory.ManualClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class NotificationSignatureTest {
    private static final Instant NOW = Instant.ofEpochSecond(1_795_174_200);
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final byte[] BODY = bytes("{\"id\":\"n-1\"}");

    private final ManualClock clock = new ManualClock(NOW);
    private final NotificationSignature signature = new NotificationSignature(clock, bytes("0123456789abcdef"));
    private final String signed = signature.sign(BODY);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The digest is that of {@code openssl dgst -sha256 -hmac 0123456789abcdef}. */
    @Test
    void aSignatureIsTheHmacOfTimeAndBody() {
        assertEquals("t=1795174200,v1=8eecf1fe6fa1ab565835deaa47c34160bf8766d4b239169068d2067850bcd694", signed);
        assertTrue(signature.matches(BODY, signed));
    }

    @Test
    void aChangedBodyOrTimeOrKeyIsForged() {
        assertFalse(signature.matches(bytes("{\"id\":\"n-2\"}"), signed));
        assertFalse(signature.matches(new byte[0], signed));
        assertFalse(signature.matches(BODY, signed.replace("t=1795174200", "t=1795174201")));
        assertFalse(new NotificationSignature(clock, bytes("another key")).matches(BODY, signed));
        NotificationSignature rotated =
                new NotificationSignature(clock, bytes("another key"), bytes("0123456789abcdef"));
        assertTrue(rotated.matches(BODY, signed));
        assertFalse(signature.matches(BODY, rotated.sign(BODY)));
        // The dot between time and body can't be moved.
        assertFalse(signature.matches(bytes("0." + "{\"id\":\"n-1\"}"), signed.replace("t=1795174200", "t=179517420")));
    }

    @Test
    void itHoldsForFiveMinutesBothWays() {
        for (Duration age : List.of(Duration.ZERO, TOLERANCE, TOLERANCE.negated())) {
            clock.set(NOW.plus(age));
            assertTrue(signature.matches(BODY, signed), age::toString);
        }
        for (Duration age :
                List.of(TOLERANCE.plusMillis(1), TOLERANCE.plusMillis(1).negated(), Duration.ofDays(9_000))) {
            clock.set(NOW.plus(age));
            assertFalse(signature.matches(BODY, signed), age::toString);
        }
    }

    @Test
    void textOfAnotherFormIsForged() {
        String hex = signed.substring(signed.indexOf("v1=") + 3);
        for (String other : List.of(
                "",
                "signed",
                hex,
                "t=1795174200",
                "v1=" + hex,
                "t=,v1=" + hex,
                "t=-1795174200,v1=" + hex,
                "t=1795174200.0,v1=" + hex,
                "t=17951742000000,v1=" + hex,
                "t=1795174200,v1=",
                "t=1795174200,v0=" + hex,
                "t=1795174200,v1=" + hex.toUpperCase(Locale.ROOT),
                "t=1795174200,v1=" + hex.substring(1),
                "t=1795174200,v1=0" + hex,
                "t=1795174200,v1=g" + hex.substring(1),
                " " + signed,
                signed + "\n",
                signed + "," + signed)) {
            assertFalse(signature.matches(BODY, other), other);
        }
    }

    @Test
    void longTextsAreJustForged() {
        String digits = "1".repeat(1_000_000);
        for (String other : List.of(digits, "t=" + digits, "t=1,v1=" + digits, signed + digits)) {
            assertFalse(signature.matches(BODY, other));
        }
        byte[] large = bytes(digits);
        assertTrue(signature.matches(large, signature.sign(large)));
    }
}
