package io.nightmarket.mysql;

import io.nightmarket.domain.contract.PictureLedgerContract;
import io.nightmarket.domain.note.PictureLedger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlPicturesIT extends PictureLedgerContract {
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
    protected PictureLedger pictures() {
        return fixture.adapters().pictures();
    }
}
