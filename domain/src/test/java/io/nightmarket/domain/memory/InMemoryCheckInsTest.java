package io.nightmarket.domain.memory;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.checkin.CheckIns;
import io.nightmarket.domain.contract.CheckInsContract;

final class InMemoryCheckInsTest extends CheckInsContract {
    private final CheckIns checkIns = new InMemoryCheckIns();

    @Override
    protected CheckIns checkIns() {
        return checkIns;
    }

    @Override
    protected UserId newUser() {
        return new UserId(1);
    }
}
