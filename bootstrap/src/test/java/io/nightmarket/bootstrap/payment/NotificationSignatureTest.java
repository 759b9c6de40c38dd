package io.nightmarket.bootstrap.payment;

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
    private static final byte[] BODY = "{\"id\":\"n1\"}".getBytes(StandardCharsets.UTF_8);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-11-20T12:00:00Z"));
    private final NotificationSignature signature = new NotificationSignature(new byte[32], clock);

    @Test
    void aSignatureHoldsForItsBodyForFiveMinutes() {
        String signed = signature.sign(BODY);
        assertTrue(signature.matches(BODY, signed));
        clock.advance(Duration.ofMinutes(5));
        assertTrue(signature.matches(BODY, signed));
        clock.advance(Duration.ofSeconds(1));
        assertFalse(signature.matches(BODY, signed), "too old");
    }

    @Test
    void aSignatureOfTheFutureDoesNotHold() {
        clock.advance(Duration.ofMinutes(6));
        String signed = signature.sign(BODY);
        clock.advance(Duration.ofMinutes(-6));
        assertFalse(signature.matches(BODY, signed));
    }

    @Test
    void whatWasChangedOrIsNoSignatureDoesNotHold() {
        String signed = signature.sign(BODY);
        assertFalse(signature.matches("{\"id\":\"n2\"}".getBytes(StandardCharsets.UTF_8), signed));
        byte[] otherKey = new byte[32];
        otherKey[0] = 1;
        assertFalse(new NotificationSignature(otherKey, clock).matches(BODY, signed));
        String mac = signed.substring(signed.indexOf("v1="));
        List<String> wrong = List.of(
                "",
                signed.toUpperCase(Locale.ROOT),
                signed + "0",
                "t=1," + mac,
                "t=" + "9".repeat(30) + "," + mac,
                "v1=," + mac,
                mac,
                signed.replace("v1", "v0"),
                "x".repeat(1 << 20));
        wrong.forEach(text -> assertFalse(signature.matches(BODY, text)));
    }
}
