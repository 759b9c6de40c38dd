package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.CommentRepository.Addition;
import io.nightmarket.domain.note.CommentRepository.Deletion;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class CommentRepositoryContract {
    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final UserId other = new UserId(user.value() + 1);

    protected abstract CommentRepository comments();

    protected abstract NoteRepository notes();

    /** A shop that is there. */
    protected abstract ShopId shop();

    private NoteId note() {
        return await(notes().create(new NewNote(shop(), user, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    private Addition add(NoteId note, Optional<CommentId> parent, Optional<CommentId> answer) {
        return await(comments().add(new NewComment(note, user, parent, answer, "<b>well</b>\n👍")));
    }

    private CommentId added(NoteId note, Optional<CommentId> parent, Optional<CommentId> answer) {
        Addition.Added done = assertInstanceOf(Addition.Added.class, add(note, parent, answer));
        assertEquals(CacheNames.NOTES, done.change().cache());
        assertEquals(Long.toString(note.value()), done.change().key());
        return done.id();
    }

    private CommentId comment(NoteId note) {
        return added(note, Optional.empty(), Optional.empty());
    }

    private CommentId reply(NoteId note, CommentId parent) {
        return added(note, Optional.of(parent), Optional.empty());
    }

    private List<CommentId> ids(List<Comment> list) {
        return list.stream().map(Comment::id).toList();
    }

    private long count(NoteId note) {
        return await(notes().find(note)).orElseThrow().comments();
    }

    private void cleanUp() {
        while (await(comments().cleanUp(1)).done() > 0) {}
    }

    @Test
    void aCommentIsListedAsItWasWrittenAndCounted() {
        NoteId note = note();
        CommentId id = comment(note);
        Comment found = await(comments().ofNote(note, 0, 10)).getFirst();
        assertEquals(new Comment(id, note.value(), user, 0, 0, "<b>well</b>\n👍", found.createTime(), 0), found);
        assertEquals(1, count(note));

        var _ = reply(note, id);
        var _ = await(notes().delete(note, Optional.of(user)));
        assertEquals(List.of(), await(comments().ofNote(note, 0, 10)), "the note is gone");
        assertEquals(List.of(), await(comments().replies(id, 0, 10)));
    }

    @Test
    void theFirstLevelComesNewestFirstAndRepliesOldestFirst() {
        NoteId note = note();
        List<CommentId> first = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            first.addFirst(comment(note));
        }
        CommentId parent = first.get(1);
        CommentId reply = reply(note, parent);
        CommentId answer = added(note, Optional.of(parent), Optional.of(reply));
        CommentId toParent = added(note, Optional.of(parent), Optional.of(parent));

        assertEquals(first, ids(await(comments().ofNote(note, 0, 10))));
        assertEquals(first.subList(1, 3), ids(await(comments().ofNote(note, 1, 2))));
        assertEquals(3, await(comments().ofNote(note, 1, 1)).getFirst().replies());
        assertEquals(List.of(reply, answer, toParent), ids(await(comments().replies(parent, 0, 10))));
        assertEquals(List.of(answer), ids(await(comments().replies(parent, 1, 1))));
        assertEquals(
                reply.value(),
                await(comments().replies(parent, 1, 1)).getFirst().answer());
        assertEquals(List.of(), await(comments().ofNote(note, CommentRepository.MAX_LISTED, 10)));
        assertEquals(List.of(), await(comments().replies(parent, CommentRepository.MAX_LISTED, 10)));
        assertEquals(7, count(note));
    }

    @Test
    void whatDoesNotBelongTogetherIsRefused() {
        NoteId note = note();
        NoteId second = note();
        CommentId parent = comment(note);
        CommentId reply = reply(note, parent);
        CommentId elsewhere = comment(second);
        CommentId gone = new CommentId(Long.MAX_VALUE);

        Optional<CommentId> none = Optional.empty();
        assertInstanceOf(Addition.NoSuchNote.class, add(new NoteId(Long.MAX_VALUE), none, none));
        assertInstanceOf(Addition.NoSuchComment.class, add(note, Optional.of(gone), none));
        assertInstanceOf(Addition.NoSuchComment.class, add(note, Optional.of(parent), Optional.of(gone)));
        assertInstanceOf(Addition.OfAnother.class, add(note, Optional.of(elsewhere), none));
        assertInstanceOf(Addition.OfAnother.class, add(note, Optional.of(reply), none));
        assertInstanceOf(Addition.OfAnother.class, add(note, Optional.of(parent), Optional.of(elsewhere)));
        assertEquals(2, count(note));
        assertEquals(1, count(second));
    }

    @Test
    void theAuthorAloneDeletesAComment() {
        NoteId note = note();
        CommentId parent = comment(note);
        CommentId kept = comment(note);
        CommentId reply = reply(note, parent);
        var _ = reply(note, parent);
        assertEquals(Deletion.NONE, await(comments().delete(parent, Optional.of(other))));
        assertEquals(4, count(note));

        assertEquals(1, await(comments().delete(reply, Optional.of(user))).done());
        assertEquals(1, await(comments().replies(parent, 0, 10)).size());
        assertEquals(3, count(note));

        assertEquals(1, await(comments().delete(parent, Optional.of(user))).done());
        assertEquals(List.of(kept), ids(await(comments().ofNote(note, 0, 10))));
        assertEquals(List.of(), await(comments().replies(parent, 0, 10)));
        assertEquals(Deletion.NONE, await(comments().delete(parent, Optional.of(user))));
        assertInstanceOf(Addition.NoSuchComment.class, add(note, Optional.of(parent), Optional.empty()));
        cleanUp();
        assertEquals(1, count(note), "its replies went with it");
        assertEquals(1, await(comments().delete(kept, Optional.empty())).done(), "by an administrator");
        assertEquals(List.of(), await(comments().ofNote(note, 0, 10)));
    }
}
