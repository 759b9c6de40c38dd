package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.RealTimers;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The second of two independent stores is memory. */
class MySqlMultiLockIT extends MultiLockContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private final LeaseStore memory = new InMemoryLeases(new RealTimers());

    @BeforeAll
    static void connect() {
        await(MYSQL.adapters().ping());
    }

    @Override
    protected LeaseStore one() {
        return MYSQL.adapters().leases();
    }

    @Override
    protected LeaseStore other() {
        return memory;
    }
}
