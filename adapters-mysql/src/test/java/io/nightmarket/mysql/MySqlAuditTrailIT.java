package io.nightmarket.mysql;

import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.contract.AuditTrailContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlAuditTrailIT extends AuditTrailContract {
    private static MySqlFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected AuditTrail trail() {
        return fixture.adapters().auditTrail();
    }
}
