package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static io.nightmarket.domain.contract.Stages.failureOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.Session;
import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.SessionLedgerContract;
import io.nightmarket.mysql.account.LastSeenBuffer;
import io.nightmarket.mysql.account.MySqlSessionLedger;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The writing of activity is called for here instead of waiting for its timer. */
class MySqlSessionLedgerIT extends SessionLedgerContract {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final MySqlFixture fixture = new MySqlFixture();
    private final Database database = new Databases(fixture.vertx(), MySqlFixture.CONFIG).shared();
    private final LastSeenBuffer lastSeen = new LastSeenBuffer(database);
    private final SessionLedger ledger = new MySqlSessionLedger(database, POLICY, true, lastSeen);

    @AfterEach
    void close() {
        await(database.close().toCompletionStage());
        fixture.close();
    }

    @Override
    protected SessionLedger ledger() {
        return ledger;
    }

    @Override
    protected UserId user() {
        return MySqlFixture.newUser();
    }

    @Override
    protected void grant(UserId user, Role role) {
        MySqlFixture.grant(user, role);
    }

    @Override
    protected void useSecondFactor(UserId user, long step) {
        var _ = MySqlFixture.execute(
                "REPLACE INTO user_totp (user_id, secret, last_step) VALUES (?, 'x', ?)", user.value(), step);
    }

    @Test
    void aSecondFactorThatWasSetAgainSinceItWasProvedDoesNotCount() {
        UserId admin = user();
        grant(admin, Role.ADMIN);
        useSecondFactor(admin, 7);
        Session session =
                new Session(SessionId.random(new SecureRandom()), admin, Role.ADMIN, NOW.plus(POLICY.absolute()));
        useSecondFactor(admin, 0);
        await(ledger.open(session, new SessionLedger.Login(NOW, "203.0.113.7", OptionalLong.of(7))));

        assertEquals(
                Role.SHOPPER,
                await(ledger.find(session.id(), NOW)).orElseThrow().role());
    }

    @Test
    void aLoginThatCannotBeWrittenFailsNoOtherOfItsGroup() {
        UserId user = user();
        List<SessionId> ids = new ArrayList<>();
        List<CompletionStage<Void>> openings = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            SessionId id = SessionId.random(new SecureRandom());
            String address = i == 20 ? "x".repeat(1_000) : "203.0.113.7";
            ids.add(id);
            openings.add(ledger.open(
                    new Session(id, user, Role.SHOPPER, NOW.plus(POLICY.absolute())),
                    new SessionLedger.Login(NOW, address, OptionalLong.empty())));
        }

        var _ = failureOf(openings.remove(20));
        SessionId bad = ids.remove(20);
        for (CompletionStage<Void> opening : openings) {
            await(opening);
        }
        ids.forEach(id -> assertTrue(await(ledger.find(id, NOW)).isPresent()));
        assertEquals(Optional.empty(), await(ledger.find(bad, NOW)));
    }

    @Override
    protected void settleLastSeen() {
        await(lastSeen.flushes().flush().toCompletionStage());
    }
}
