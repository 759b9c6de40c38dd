package io.nightmarket.mysql;

import io.nightmarket.domain.contract.NotesOfAuthorsContract;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlNotesOfAuthorsIT extends NotesOfAuthorsContract {
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
    protected NotesOfAuthors feed() {
        return fixture.adapters().notesOfAuthors();
    }

    @Override
    protected NoteRepository notes() {
        return fixture.adapters().notes();
    }

    @Override
    protected ShopId shop() {
        return shop;
    }
}
