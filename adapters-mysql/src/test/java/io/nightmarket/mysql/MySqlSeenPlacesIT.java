package io.nightmarket.mysql;

import io.nightmarket.domain.contract.SeenPlacesContract;
import io.nightmarket.domain.feed.SeenPlaces;
import org.junit.jupiter.api.AutoClose;

final class MySqlSeenPlacesIT extends SeenPlacesContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected SeenPlaces seen() {
        return MYSQL.adapters().seenPlaces();
    }
}
