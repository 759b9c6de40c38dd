package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.NotesOfAuthorsContract;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlNotesOfAuthorsIT extends NotesOfAuthorsContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    /** Three hundred authors, four notes each, from today to two years ago. */
    @Test
    void aFeedGoesOnBeyondTheLatestTimes() {
        List<UserId> authors = publish(300, 4, "40000 * n.n * n.n * n.n");
        List<FeedPlace> all = await(feed().after(authors, FeedPlace.BEGIN, 2_000));
        assertEquals(1_200, all.size());
        assertEquals(all.stream().sorted().distinct().toList(), all);

        List<FeedPlace> scrolled = new ArrayList<>();
        for (FeedPlace place = FeedPlace.BEGIN; scrolled.size() < 1_200; place = scrolled.getLast()) {
            scrolled.addAll(await(feed().after(authors, place, 37)));
        }
        assertEquals(all, scrolled);
        assertEquals(List.of(), await(feed().after(authors, all.getLast(), 13)));
    }

    @Test
    void manyNotesOfOneDayAreInOrder() {
        List<UserId> authors = publish(60, 50, "0");
        List<FeedPlace> all = await(feed().after(authors, FeedPlace.BEGIN, 5_000));
        assertEquals(3_000, all.size());
        assertEquals(all.stream().sorted().distinct().toList(), all);
        assertEquals(all.subList(0, 20), await(feed().after(authors, FeedPlace.BEGIN, 20)));
        assertEquals(all.subList(100, 120), await(feed().after(authors, all.get(99), 20)));
    }

    /** @param age the age of note n.n, in minutes; those of an author are seconds older than those of the one before */
    private static List<UserId> publish(int authors, int notes, String age) {
        long first = ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50);
        var _ = MySqlFixture.execute(
                "INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time)"
                        + " WITH RECURSIVE a AS (SELECT 0 AS n UNION ALL SELECT n + 1 FROM a WHERE n < 299)"
                        + " SELECT " + SHOP.value() + ", " + first + " + a.n, 'title', '', 'content', 0, 0,"
                        + " NOW() - INTERVAL " + age + " MINUTE - INTERVAL a.n DIV 2 SECOND FROM a JOIN a n"
                        + " WHERE a.n < " + authors + " AND n.n < " + notes);
        return LongStream.range(first, first + authors).mapToObj(UserId::new).toList();
    }

    @Override
    protected NotesOfAuthors feed() {
        return MYSQL.adapters().notesOfAuthors();
    }

    @Override
    protected NoteRepository notes() {
        return MYSQL.adapters().notes();
    }

    @Override
    protected ShopId shop() {
        return SHOP;
    }
}
