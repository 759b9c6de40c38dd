package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.contract.CommentRepositoryContract;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.CommentRepository.Addition;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

final class MySqlCommentsIT extends CommentRepositoryContract {
    @AutoClose
    private static final MySqlFixture MYSQL = new MySqlFixture();

    private static final ShopId SHOP = MySqlFixture.newShop();

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
