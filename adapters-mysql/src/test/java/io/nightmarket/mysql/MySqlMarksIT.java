package io.nightmarket.mysql;

import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.node.Marks;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlMarksIT extends MarksContract {
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
    protected Marks marks() {
        return fixture.adapters().marks();
    }
}
