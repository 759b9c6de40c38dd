package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.SessionLedgerContract;
import io.nightmarket.domain.contract.UserRepositoryContract;
import io.nightmarket.mysql.account.LastSeenBuffer;
import io.nightmarket.mysql.account.MySqlSessionLedger;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Databases;
import io.vertx.core.Vertx;
import org.junit.jupiter.api.AfterEach;

/** The writing of activity is called for here instead of waiting for its timer. */
class MySqlSessionLedgerIT extends SessionLedgerContract {
    private final MySqlFixture fixture = new MySqlFixture();
    private final Vertx vertx = Vertx.vertx();
    private final Database database = new Databases(vertx, MySqlFixture.CONFIG).shared();
    private final LastSeenBuffer lastSeen = new LastSeenBuffer(database);
    private final SessionLedger ledger = new MySqlSessionLedger(database, POLICY, true, lastSeen);

    @AfterEach
    void close() {
        fixture.close();
        await(database.close().toCompletionStage());
        await(vertx.close().toCompletionStage());
    }

    @Override
    protected SessionLedger ledger() {
        return ledger;
    }

    @Override
    protected UserId user() {
        return await(fixture.adapters().users().findOrCreate(FreshPhone.next(), "user_x"))
                .id();
    }

    @Override
    protected void grant(UserId user, Role role) {
        MySqlFixture.grant(user, role);
    }

    @Override
    protected void settleLastSeen() {
        await(lastSeen.flushes().flush().toCompletionStage());
    }

    private abstract static class FreshPhone extends UserRepositoryContract {
        static PhoneNumber next() {
            return freshPhone();
        }
    }
}
