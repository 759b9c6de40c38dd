package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.contract.CommentRepositoryContract;
import io.nightmarket.domain.contract.LikeLedgerContract;
import io.nightmarket.domain.contract.ModerationContract;
import io.nightmarket.domain.contract.NoteRepositoryContract;
import io.nightmarket.domain.contract.NotesOfAuthorsContract;
import io.nightmarket.domain.contract.PictureLedgerContract;
import io.nightmarket.domain.contract.PulledAuthorsContract;
import io.nightmarket.domain.contract.SeenPlacesContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.domain.feed.PulledAuthors;
import io.nightmarket.domain.feed.SeenPlaces;
import io.nightmarket.domain.moderation.Moderation;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.CommentRepository.Addition;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.PictureLedger;
import io.nightmarket.domain.shop.ShopId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Notes on MySQL, and what is made of them. */
final class MySqlNotesIT {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

    @Nested
    final class OfNotes extends NoteRepositoryContract {
        @Override
        protected NoteRepository notes() {
            return MYSQL.adapters().notes();
        }

        @Override
        protected ShopId shop() {
            return SHOP;
        }
    }

    @Nested
    final class OfComments extends CommentRepositoryContract {
        @Test
        void hiddenCommentsAreNeitherListedNorCountedNorRepliedTo() {
            UserId user = new UserId(7);
            NoteId note = await(notes().create(new NewNote(SHOP, user, "title", "", "content")))
                    .orElseThrow()
                    .id();
            CommentId parent = add(note, Optional.empty());
            CommentId hiddenParent = add(note, Optional.empty());
            CommentId reply = add(note, Optional.of(parent));
            CommentId hiddenReply = add(note, Optional.of(parent));
            var _ = add(note, Optional.of(hiddenParent));
            for (CommentId hidden : List.of(hiddenParent, hiddenReply)) {
                var _ = MySqlFixture.execute("UPDATE tb_blog_comments SET status = 2 WHERE id = ?", hidden.value());
            }

            List<Comment> listed = await(comments().ofNote(note, 0, 10));
            assertEquals(List.of(parent), listed.stream().map(Comment::id).toList());
            assertEquals(1, listed.getFirst().replies());
            assertEquals(
                    List.of(reply),
                    await(comments().replies(parent, 0, 10)).stream()
                            .map(Comment::id)
                            .toList());
            assertEquals(List.of(), await(comments().replies(hiddenParent, 0, 10)));
            assertInstanceOf(
                    Addition.NoSuchComment.class,
                    await(comments()
                            .add(new NewComment(note, user, Optional.of(hiddenParent), Optional.empty(), "reply"))));
        }

        private CommentId add(NoteId note, Optional<CommentId> parent) {
            NewComment comment = new NewComment(note, new UserId(7), parent, Optional.empty(), "comment");
            return assertInstanceOf(Addition.Added.class, await(comments().add(comment)))
                    .id();
        }

        @Override
        protected CommentRepository comments() {
            return MYSQL.adapters().comments();
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

    @Nested
    final class OfLikes extends LikeLedgerContract {
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

    @Nested
    final class OfPictures extends PictureLedgerContract {
        @Override
        protected PictureLedger pictures() {
            return MYSQL.adapters().pictures();
        }
    }

    @Nested
    final class OfNotesOfAuthors extends NotesOfAuthorsContract {
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
            return LongStream.range(first, first + authors)
                    .mapToObj(UserId::new)
                    .toList();
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

    @Nested
    final class OfPulledAuthors extends PulledAuthorsContract {
        @Override
        protected PulledAuthors pulled() {
            return MYSQL.adapters().pulledAuthors();
        }
    }

    @Nested
    final class OfSeenPlaces extends SeenPlacesContract {
        @Override
        protected SeenPlaces seen() {
            return MYSQL.adapters().seenPlaces();
        }
    }

    @Nested
    final class OfModeration extends ModerationContract {
        @Override
        protected Moderation moderation() {
            return MYSQL.adapters().moderation();
        }

        @Override
        protected NoteRepository notes() {
            return MYSQL.adapters().notes();
        }

        @Override
        protected CommentRepository comments() {
            return MYSQL.adapters().comments();
        }

        @Override
        protected LikeLedger likes() {
            return MYSQL.adapters().likes();
        }

        @Override
        protected AuditTrail trail() {
            return MYSQL.adapters().auditTrail();
        }

        @Override
        protected ShopId shop() {
            return SHOP;
        }
    }
}
