package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;

import io.nightmarket.domain.contract.MultiLockContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.memory.InMemoryLeases;
import io.nightmarket.domain.memory.RealTimers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The second of two independent stores is memory. */
class MySqlMultiLockIT extends MultiLockContract {
    private static MySqlFixture fixture;

    private final LeaseStore memory = new InMemoryLeases(new RealTimers());

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
        return memory;
    }
}
