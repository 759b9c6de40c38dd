package io.nightmarket.mysql;

import io.nightmarket.domain.contract.MarksContract;
import io.nightmarket.domain.node.Marks;
import org.junit.jupiter.api.AutoClose;

final class MySqlMarksIT extends MarksContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected Marks marks() {
        return MYSQL.adapters().marks();
    }
}
