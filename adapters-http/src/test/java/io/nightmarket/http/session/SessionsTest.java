package io.nightmarket.http.session;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.CheckSession;
import io.nightmarket.domain.account.LogOut;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionPolicy;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.memory.InMemorySessionLedger;
import io.nightmarket.domain.memory.InMemorySessionStore;
import io.nightmarket.domain.memory.InMemoryUsers;
import io.nightmarket.domain.memory.ManualClock;
import io.nightmarket.testkit.Eventually;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SessionsTest {
    private static final Duration TRUST = Duration.ofSeconds(30);
    private static final Instant NOW = Instant.parse("2026-11-20T10:00:00Z");
    private static final int FORGED = 100_000;

    private final Vertx vertx = Vertx.vertx();
    private final Context loop = vertx.getOrCreateContext();
    private final ManualClock clock = new ManualClock(NOW);
    private final TrustedSessions trusted =
            new TrustedSessions(TRUST, clock, () -> TimeUnit.MILLISECONDS.toNanos(clock.millis()));
    private final InMemorySessionStore store = new InMemorySessionStore(SessionPolicy.DEFAULT, clock);
    private final InMemorySessionLedger ledger =
            new InMemorySessionLedger(SessionPolicy.DEFAULT, false, new InMemoryUsers());
    private final Sessions sessions = new Sessions(
            vertx,
            new JwtTokens(
                    vertx, new byte[][] {"0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8)}, clock),
            trusted,
            new CheckSession(store, ledger, SessionPolicy.DEFAULT, clock, (_, _) -> {}),
            new LogOut(store, ledger, trusted, clock));
    private final Session session =
            new Session(SessionId.random(new Random(1)), new UserId(1), Role.SHOPPER, NOW.plus(Duration.ofDays(7)));
    private final String token = sessions.issueToken(session);
    private final String head = token.substring(0, token.indexOf('.') + 1);

    @AfterEach
    void close() {
        await(vertx.close().toCompletionStage());
    }

    @Test
    void forgedTokensOfAnyLengthAreNotQueuedAndNotRemembered() {
        int waiting = onLoop(() -> {
            for (int i = 0; i < FORGED; i++) {
                var _ = sessions.noteUse(head + i + "x".repeat(8_000));
                var _ = sessions.noteUse("x" + i + token);
            }
            return sessions.waiting();
        });

        assertEquals(0, waiting);
        for (int i = 0; i < FORGED; i++) {
            assertFalse(trusted.known(head + i + "x".repeat(8_000)).wasTried());
            assertFalse(trusted.known("x" + i + token).wasTried());
        }
    }

    @Test
    void amongForgedTokensWithOurHeadARealOneIsRenewed() {
        await(store.save(session, NOW));
        var _ = onLoop(() -> sessions.noteUse(token));
        Eventually.holds("trusted", () -> trusted.find(token).isPresent());
        clock.advance(TRUST);
        String body = "x".repeat(900) + token.substring(head.length());

        int waiting = onLoop(() -> {
            for (int i = 0; i < FORGED; i++) {
                var _ = sessions.noteUse(head + i + body.substring(200));
            }
            int queued = sessions.waiting();
            var _ = sessions.noteUse(token);
            return queued;
        });

        assertTrue(waiting <= NotedTokens.MAX_UNSEEN, waiting + " wait");
        Eventually.holds("renewed", () -> trusted.find(token).isPresent());
        Eventually.holds("all are checked", () -> onLoop(sessions::waiting) == 0);
        for (int i = 0; i < FORGED; i++) {
            assertFalse(trusted.known(head + i + body.substring(200)).wasTried(), "what is not ours is not remembered");
        }
    }

    @Test
    void aTokenEndsWithItsSessionByTheClockOfTheNode() {
        await(store.save(session, NOW));
        clock.advance(Duration.between(NOW, session.endsAt()));
        var _ = onLoop(() -> sessions.noteUse(token));
        assertFalse(trusted.known(token).wasTried());

        clock.advance(Duration.ofSeconds(-1));
        var _ = onLoop(() -> sessions.noteUse(token));
        assertTrue(trusted.known(token).wasTried(), "until then it is one");
    }

    private <T> T onLoop(Callable<T> task) {
        Promise<T> done = Promise.promise();
        loop.runOnContext(_ -> {
            try {
                done.complete(task.call());
            } catch (Exception e) {
                done.fail(e);
            }
        });
        Future<T> outcome = done.future();
        return await(outcome.toCompletionStage());
    }
}
