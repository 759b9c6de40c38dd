package io.nightmarket.mysql;

import io.nightmarket.domain.contract.NoteRepositoryContract;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import org.junit.jupiter.api.AutoClose;

final class MySqlNotesIT extends NoteRepositoryContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Override
    protected NoteRepository notes() {
        return MYSQL.adapters().notes();
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }
}
