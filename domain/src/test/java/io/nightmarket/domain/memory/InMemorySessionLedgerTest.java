package io.nightmarket.domain.memory;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.account.PhoneNumber;
import io.nightmarket.domain.account.Role;
import io.nightmarket.domain.account.SessionLedger;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.SessionLedgerContract;

class InMemorySessionLedgerTest extends SessionLedgerContract {
    private final InMemoryUsers users = new InMemoryUsers();
    private final InMemorySessionLedger ledger = new InMemorySessionLedger(POLICY, true, users);

    @Override
    protected SessionLedger ledger() {
        return ledger;
    }

    @Override
    protected UserId user() {
        return await(users.findOrCreate(new PhoneNumber("13812345678"), "user_x"))
                .id();
    }

    @Override
    protected void grant(UserId user, Role role) {
        users.grant(user, role);
    }

    @Override
    protected void useSecondFactor(UserId user, long step) {
        // not asked for
    }

    @Override
    protected void settleLastSeen() {
        // written at once
    }
}
