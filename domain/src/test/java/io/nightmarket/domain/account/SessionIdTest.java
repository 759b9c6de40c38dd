package io.nightmarket.domain.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SessionIdTest {
    @Test
    void itsTextIsReadBack() {
        for (String text : new String[] {"0".repeat(32), "000000000000000ff000000000000001", "f".repeat(32)}) {
            assertEquals(text, SessionId.of(text).value());
        }
        SessionId random = SessionId.random(new Random(1));
        assertEquals(random, SessionId.of(random.value()));
        assertNotEquals(random, SessionId.random(new Random(2)));
    }

    @Test
    void whatIsNoIdIsRefused() {
        for (String text : new String[] {"", "0".repeat(31), "0".repeat(33), "F".repeat(32), "g".repeat(32)}) {
            assertEquals(Optional.empty(), SessionId.parse(text), text);
            assertThrows(IllegalArgumentException.class, () -> SessionId.of(text), text);
        }
        assertEquals(Optional.empty(), SessionId.parse(null));
    }
}
