package io.nightmarket.mysql;

import io.nightmarket.domain.contract.LikeLedgerContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;

final class MySqlLikesIT extends LikeLedgerContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Override
    protected LikeLedger likes() {
        return MYSQL.adapters().likes();
    }

    @Override
    protected NoteRepository notes() {
        return MYSQL.adapters().notes();
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }

    @Override
    protected void elapse() {
        Stages.pause(Duration.ofMillis(2));
    }
}
