package io.nightmarket.mysql;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.FeedOutboxContract;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import io.nightmarket.testkit.SiteDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** In a database of its own, where no one else publishes. */
final class MySqlFeedOutboxIT extends FeedOutboxContract {
    private static SiteDatabase site;
    private static MySqlFixture fixture;
    private static long users = 1_000;

    @BeforeAll
    static void open() {
        site = new SiteDatabase();
        MySqlSchema.migrate(MySqlFixture.config(site));
        site.run("INSERT INTO tb_shop (id, name, type_id, images, address, x, y) VALUES (1, 'shop', 1, '', '', 0, 0)");
        fixture = new MySqlFixture(MySqlFixture.config(site));
    }

    @AfterAll
    static void close() {
        fixture.close();
        site.close();
    }

    @Override
    protected FeedOutbox outbox() {
        return fixture.adapters().feedOutbox();
    }

    @Override
    protected NoteRepository notes() {
        return fixture.adapters().notes();
    }

    @Override
    protected Follows follows() {
        return fixture.adapters().follows();
    }

    @Override
    protected ShopId shop() {
        return new ShopId(1);
    }

    @Override
    protected UserId newUser() {
        long id = ++users;
        site.run("INSERT INTO tb_user (id, phone) VALUES (?, ?)", id, "1890000" + id);
        return new UserId(id);
    }
}
