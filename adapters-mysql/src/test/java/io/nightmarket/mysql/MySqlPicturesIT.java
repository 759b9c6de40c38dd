package io.nightmarket.mysql;

import io.nightmarket.domain.contract.PictureLedgerContract;
import io.nightmarket.domain.note.PictureLedger;
import org.junit.jupiter.api.AutoClose;

final class MySqlPicturesIT extends PictureLedgerContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    @Override
    protected PictureLedger pictures() {
        return MYSQL.adapters().pictures();
    }
}
