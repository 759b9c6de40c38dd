package io.nightmarket.mysql;

import io.nightmarket.domain.contract.LikeLedgerContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlLikesIT extends LikeLedgerContract {
    private static MySqlFixture fixture;
    private static ShopId shop;

    @BeforeAll
    static void open() {
        fixture = new MySqlFixture();
        shop = MySqlFixture.newShop();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected LikeLedger likes() {
        return fixture.adapters().likes();
    }

    @Override
    protected NoteRepository notes() {
        return fixture.adapters().notes();
    }

    @Override
    protected ShopId shop() {
        return shop;
    }

    @Override
    protected void elapse() {
        Stages.pause(Duration.ofMillis(2));
    }
}
