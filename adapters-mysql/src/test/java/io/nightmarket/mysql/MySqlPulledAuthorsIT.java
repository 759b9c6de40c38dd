package io.nightmarket.mysql;

import io.nightmarket.domain.contract.PulledAuthorsContract;
import io.nightmarket.domain.feed.PulledAuthors;
import org.junit.jupiter.api.AutoClose;

final class MySqlPulledAuthorsIT extends PulledAuthorsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected PulledAuthors pulled() {
        return MYSQL.adapters().pulledAuthors();
    }
}
