package io.nightmarket.mysql;

import io.nightmarket.domain.contract.PulledAuthorsContract;
import io.nightmarket.domain.feed.PulledAuthors;
import org.junit.jupiter.api.AfterEach;

final class MySqlPulledAuthorsIT extends PulledAuthorsContract {
    private final MySqlFixture fixture = new MySqlFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Override
    protected PulledAuthors pulled() {
        return fixture.adapters().pulledAuthors();
    }
}
