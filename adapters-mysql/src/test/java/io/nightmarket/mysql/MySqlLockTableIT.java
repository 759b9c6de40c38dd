package io.nightmarket.mysql;

import static io.nightmarket.mysql.MySqlFixture.number;

import io.nightmarket.domain.contract.LockTableContract;
import io.nightmarket.domain.lock.LeaseStore;
import io.nightmarket.domain.lock.LockTable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AutoClose;

final class MySqlLockTableIT extends LockTableContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected LockTable table() {
        return MYSQL.adapters().lockTable();
    }

    @Override
    protected LeaseStore locks() {
        return MYSQL.adapters().leases();
    }

    @Override
    protected String kind() {
        return "row";
    }

    @Override
    protected Instant now() {
        long micros = number("SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))");
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }
}
