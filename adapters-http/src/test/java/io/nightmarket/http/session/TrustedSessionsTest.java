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
import io.nightmarket.http.session.TokenTable.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TrustedSessionsTest {
    private static final Duration TRUST = Duration.ofSeconds(30);
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");

    private static final String TOKEN = "head.body.0123456789abcdefghijklmn";
    private static final String OTHER = "head.body.nmlkjihgfedcba9876543210";

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
        assertTrue(trusted.trust(TOKEN, session));
        elapse(TRUST.minusMillis(1));
        assertEquals(Optional.of(session), trusted.find(TOKEN));
        elapse(Duration.ofMillis(1));
        assertEquals(Optional.empty(), trusted.find(TOKEN));
        assertTrue(trusted.known(TOKEN).renewal().isPresent());
        assertFalse(trusted.known(OTHER).renewal().isPresent());

        elapse(Duration.ofMinutes(30));

        assertFalse(trusted.known(TOKEN).renewal().isPresent());
    }

    @Test
    void anEndedSessionStaysEndedWhenTheClockGoesBack() {
        assertTrue(trusted.trust(TOKEN, session));
        trusted.ended(session.id());
        elapse(TRUST.plusSeconds(1));

        clock.advance(Duration.ofMinutes(-1));

        assertEquals(Optional.empty(), trusted.find(TOKEN));
    }

    @Test
    void anEndedSessionIsNotRenewed() {
        assertTrue(trusted.trust(TOKEN, session));
        trusted.ended(session.id());

        assertFalse(trusted.known(TOKEN).renewal().isPresent());
        elapse(TRUST.plusSeconds(1));
        assertFalse(trusted.known(TOKEN).renewal().isPresent(), "nor later");
    }

    @Test
    void aChangedSessionIsCheckedAtEachUseUntilWhatWasKnownBeforeIsForgotten() {
        assertTrue(trusted.trust(TOKEN, session));
        trusted.changed(session.id());
        assertEquals(Optional.empty(), trusted.find(TOKEN));
        assertTrue(trusted.known(TOKEN).renewal().isPresent(), "it holds");
        assertTrue(trusted.trust(TOKEN, session), "a check that began before finds it, too");
        assertEquals(Optional.empty(), trusted.find(TOKEN), "and is not trusted");

        elapse(TRUST);
        assertTrue(trusted.trust(TOKEN, session));
        assertEquals(Optional.of(session), trusted.find(TOKEN));
    }

    @Test
    void anEndedSessionStaysEndedWhenItChanges() {
        trusted.ended(session.id());
        trusted.changed(session.id());
        assertFalse(trusted.trust(TOKEN, session));
    }

    @Test
    void aChangedTokenIsAnother() {
        assertTrue(trusted.trust(TOKEN, session));
        for (int i = 0; i < TOKEN.length(); i++) {
            String changed = TOKEN.substring(0, i) + '~' + TOKEN.substring(i + 1);
            assertEquals(Optional.empty(), trusted.find(changed), changed);
        }
        assertEquals(Optional.empty(), trusted.find("x" + TOKEN));
        assertEquals(Optional.empty(), trusted.find("short"));
        assertEquals(Optional.of(session), trusted.find(TOKEN));
    }

    @Test
    void aTokenIsTriedByOneCallerAtATimeAndARefusalIsRemembered() {
        assertTrue(trusted.tries(TOKEN));
        assertFalse(trusted.tries(TOKEN));
        assertTrue(trusted.known(TOKEN).wasTried());
        assertFalse(trusted.known(TOKEN).wasRefused());
        trusted.refuse(TOKEN, State.REFUSED);
        assertTrue(trusted.known(TOKEN).wasRefused());
        assertTrue(trusted.known(TOKEN).wasTried());
        elapse(TRUST);
        assertFalse(trusted.known(TOKEN).wasRefused());
        assertTrue(trusted.tries(TOKEN));
        assertTrue(trusted.trust(TOKEN, session), "a check that succeeds ends the try");
        trusted.refuse(TOKEN, State.REFUSED);
        assertEquals(Optional.of(session), trusted.find(TOKEN), "one that does not, at the same time, changes nothing");
        trusted.ended(session.id());
        assertEquals(Optional.empty(), trusted.find(TOKEN));
        assertTrue(trusted.known(TOKEN).wasTried(), "it is not looked into again for now");
    }

    @Test
    void noTokenIsTrustedLongerThanItsSessionLasts() {
        Session ending = new Session(session.id(), session.user(), Role.ADMIN, NOW.plusSeconds(3));
        assertTrue(trusted.trust(TOKEN, ending));
        assertEquals(Optional.of(ending), trusted.find(TOKEN));
        elapse(Duration.ofSeconds(3));
        assertEquals(Optional.empty(), trusted.find(TOKEN));
    }

    @Test
    void whoChangesTheirOwnTokenGetsTheirOwnSessionAtMost() {
        String collides = "head.Aabody.0123456789abcdefghijklmn";
        assertTrue(trusted.trust(collides, session));
        String changed = collides.replace("Aa", "BB");
        assertEquals(Optional.of(session), trusted.find(changed));
        trusted.ended(session.id());
        assertEquals(Optional.empty(), trusted.find(changed));
    }

    @Test
    void twoHundredThousandTokensAreTrustedAtOnceEachWithItsOwnSession() {
        List<String> tokens = trustMany(200_000);
        int missing = 0;
        for (int i = 0; i < tokens.size(); i++) {
            Optional<Session> found = trusted.find(tokens.get(i));
            long user = i + 1L;
            found.ifPresent(known -> assertEquals(user, known.user().value()));
            missing += found.isPresent() ? 0 : 1;
        }
        assertTrue(missing < 200, missing + " are missing");
    }

    @Test
    void ofTooManyTokensTheNewestAreTrusted() {
        List<String> tokens = trustMany(500_000);
        long newest = tokens.subList(300_000, 500_000).stream()
                .filter(token -> trusted.find(token).isPresent())
                .count();
        assertTrue(newest > 190_000, newest + " of the newest 200,000");
    }

    private List<String> trustMany(int many) {
        List<String> tokens = tokens(many, 2);
        for (int i = 0; i < many; i++) {
            Session own = new Session(session.id(), new UserId(i + 1), Role.SHOPPER, session.endsAt());
            assertTrue(trusted.trust(tokens.get(i), own));
            timers.advance(Duration.ofNanos(10));
        }
        return tokens;
    }

    private static List<String> tokens(int many, long seed) {
        Random random = new Random(seed);
        List<String> tokens = new ArrayList<>();
        byte[] signature = new byte[32];
        for (int i = 0; i < many; i++) {
            random.nextBytes(signature);
            tokens.add(
                    "head." + i + '.' + Base64.getUrlEncoder().withoutPadding().encodeToString(signature));
        }
        return tokens;
    }

    @Test
    void ofManyCallersAtOnceOneTriesATokenAndNoneSeesAnothersSession() throws Exception {
        List<String> tokens = trustMany(1_000);
        List<String> others = tokens(1_000, 3);
        AtomicInteger tries = new AtomicInteger();
        try (ExecutorService callers = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> work = Collections.nCopies(4, () -> {
                for (int i = 0; i < 1_000; i++) {
                    tries.addAndGet(trusted.tries(others.get(i)) ? 1 : 0);
                    assertEquals(
                            i + 1L,
                            trusted.find(tokens.get(i)).orElseThrow().user().value());
                }
                return null;
            });
            for (Future<Void> done : callers.invokeAll(work)) {
                done.get();
            }
        }
        assertEquals(1_000, tries.get());
    }
}
