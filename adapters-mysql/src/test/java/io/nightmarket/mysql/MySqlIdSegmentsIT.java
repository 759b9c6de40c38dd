package io.nightmarket.mysql;

import io.nightmarket.domain.contract.IdSegmentsContract;
import io.nightmarket.domain.id.IdSegments;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class MySqlIdSegmentsIT extends IdSegmentsContract {
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
    protected IdSegments segments() {
        return fixture.adapters().idSegments();
    }
}
