package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The two independent stores are MySQL's two kinds of lock. */
class MySqlMultiLockIT extends MultiLockContract {
    private static MySqlFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
        await(fixture.adapters().ping());
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected LeaseStore one() {
        return fixture.adapters().leases();
    }

    @Override
    protected LeaseStore other() {
        return fixture.adapters().connectionLeases();
    }
}
