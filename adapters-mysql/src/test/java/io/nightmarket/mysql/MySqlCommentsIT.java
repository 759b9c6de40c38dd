package io.nightmarket.mysql;

import io.nightmarket.domain.comment.CommentRepository;
import io.nightmarket.domain.contract.CommentRepositoryContract;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

final class MySqlCommentsIT extends CommentRepositoryContract {
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
    protected CommentRepository comments() {
        return fixture.adapters().comments();
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
