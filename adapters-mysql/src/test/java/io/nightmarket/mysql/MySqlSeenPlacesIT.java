package io.nightmarket.mysql;

import io.nightmarket.domain.contract.SeenPlacesContract;
import io.nightmarket.domain.feed.SeenPlaces;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlSeenPlacesIT extends SeenPlacesContract {
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
    protected SeenPlaces seen() {
        return fixture.adapters().seenPlaces();
    }
}
