package io.nightmarket.http.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.domain.memory.ManualTimers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TrustedSessionsTest {
    private static final Duration TRUST = Duration.ofSeconds(30);
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private final ManualClock clock = new ManualClock(NOW);
    private final ManualTimers timers = new ManualTimers();
    private final TrustedSessions trusted = new TrustedSessions(TRUST, clock, timers::nanoTime);
    private final Session session =
            new Session(SessionId.random(new Random(1)), new UserId(1), Role.SHOPPER, NOW.plus(Duration.ofDays(7)));

    private void elapse(Duration time) {
        clock.advance(time);
        timers.advance(time);
    }

    @Test
    void aTokenIsTrustedForItsTimeAndARenewalForHalfAnHour() {
        assertTrue(trusted.trust("token", session));
        elapse(TRUST.minusMillis(1));
        assertEquals(Optional.of(session), trusted.find("token"));
        elapse(Duration.ofMillis(1));
        assertEquals(Optional.empty(), trusted.find("token"));
        assertTrue(trusted.wasTrusted("token"));
        assertFalse(trusted.wasTrusted("other"));

        elapse(Duration.ofMinutes(30));

        assertFalse(trusted.wasTrusted("token"));
    }

    @Test
    void anEndedSessionStaysEndedWhenTheClockGoesBack() {
        assertTrue(trusted.trust("token", session));
        trusted.end(session.id());
        elapse(TRUST.plusSeconds(1));

        clock.advance(Duration.ofMinutes(-1));

        assertEquals(Optional.empty(), trusted.find("token"));
    }

    @Test
    void anEndedSessionIsNotRenewed() {
        assertTrue(trusted.trust("token", session));
        trusted.end(session.id());

        assertFalse(trusted.wasTrusted("token"));
        elapse(TRUST.plusSeconds(1));
        assertFalse(trusted.wasTrusted("token"), "nor later");
    }
}
