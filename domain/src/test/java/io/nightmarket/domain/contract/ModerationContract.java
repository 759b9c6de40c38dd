package io.nightmarket.domain.contract;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.AuditEvent.Change;
import io.nightmarket.domain.audit.AuditTrail;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.moderation.Content;
import io.nightmarket.domain.moderation.Content.Kind;
import io.nightmarket.domain.moderation.ContentState;
import io.nightmarket.domain.moderation.ContentTransition;
import io.nightmarket.domain.moderation.Moderation;
import io.nightmarket.domain.moderation.Moderation.Decision;
import io.nightmarket.domain.moderation.Moderation.Place;
import io.nightmarket.domain.moderation.Moderation.Report;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.CommentRepository.Addition;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.shop.ShopId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;

public abstract class ModerationContract {
    private final UserId user = new UserId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 50));
    private final UserId actor = new UserId(user.value() + 1);

    protected abstract Moderation moderation();

    protected abstract NoteRepository notes();

    protected abstract CommentRepository comments();

    protected abstract LikeLedger likes();

    protected abstract AuditTrail trail();

    /** A shop that is there. */
    protected abstract ShopId shop();

    private NoteId note() {
        return await(notes().create(new NewNote(shop(), user, "title", "", "content")))
                .orElseThrow()
                .id();
    }

    private CommentId comment(NoteId note, CommentId... parent) {
        Optional<CommentId> thread = List.of(parent).stream().findFirst();
        return assertInstanceOf(
                        Addition.Added.class,
                        await(comments().add(new NewComment(note, user, thread, Optional.empty(), "well"))))
                .id();
    }

    private static Content of(NoteId note) {
        return new Content(Kind.NOTE, note.value());
    }

    private static Content of(CommentId comment) {
        return new Content(Kind.COMMENT, comment.value());
    }

    private Optional<Decision> decide(Content content, ContentTransition transition) {
        StaffAction action = new StaffAction(actor, "192.0.2.7", "hideNote", "/admin", "nasty");
        return await(moderation().decide(content, transition, action));
    }

    private void changes(NoteId note, Content content, ContentTransition transition) {
        CacheChange change = decide(content, transition).orElseThrow().change().orElseThrow();
        assertEquals(CacheNames.NOTES, change.cache());
        assertEquals(Long.toString(note.value()), change.key());
        assertEquals(Optional.of(new Decision(Optional.empty())), decide(content, transition), "it is so already");
    }

    private List<Report> reportsOf(Content content) {
        return await(moderation().reports(Place.BEGIN, 10_000)).stream()
                .filter(report -> report.content().equals(content))
                .toList();
    }

    private List<Optional<Change>> entries() {
        return await(trail().list(new AuditTrail.Filter(Optional.of(actor), Optional.empty()), Long.MAX_VALUE, 10))
                .stream()
                .map(recorded -> recorded.event().change())
                .toList();
    }

    private long count(NoteId note) {
        return await(notes().find(note)).orElseThrow().comments();
    }

    @Test
    void aHiddenNoteIsAsIfItWereDeletedAndComesBackAsItWas() {
        NoteId note = note();
        CommentId comment = comment(note);
        CommentId gone = comment(note);
        var _ = await(likes().toggle(note, user));
        Note before = await(notes().find(note)).orElseThrow();

        changes(note, of(note), ContentTransition.HIDE);
        assertEquals(Optional.empty(), await(notes().find(note)));
        assertEquals(List.of(), await(notes().ofAuthor(user, 0, 10)));
        assertEquals(List.of(), await(comments().ofNote(note, 0, 10)));
        assertEquals(Optional.empty(), await(likes().toggle(note, actor)));
        assertInstanceOf(
                Addition.NoSuchNote.class,
                await(comments().add(new NewComment(note, user, Optional.empty(), Optional.empty(), "x"))));
        assertEquals(1, await(comments().delete(gone, Optional.of(user))).done());

        changes(note, of(note), ContentTransition.RESTORE);
        Note after = await(notes().find(note)).orElseThrow();
        assertEquals(1, after.comments(), "one was deleted meanwhile");
        assertEquals(before.createTime(), after.createTime());
        assertEquals(before.updateTime(), after.updateTime());
        assertEquals(List.of(note), await(notes().ofAuthor(user, 0, 10)));
        assertEquals(
                List.of(comment),
                await(comments().ofNote(note, 0, 10)).stream().map(Comment::id).toList());
        assertEquals(Map.of(note, 1L), await(likes().counts(List.of(note))));
        assertEquals(
                List.of(
                        Optional.of(new Change("nasty", "HIDDEN, open reports: 0", "VISIBLE")),
                        Optional.of(new Change("nasty", "VISIBLE, open reports: 0", "HIDDEN"))),
                entries());
    }

    @Test
    void aHiddenNoteIsDeletedByItsAuthorAndItsLikesAreTakenBack() {
        NoteId note = note();
        var _ = await(likes().toggle(note, user));
        changes(note, of(note), ContentTransition.HIDE);
        assertFalse(await(likes().unlike(note, user)).orElseThrow().liked());
        assertEquals(Optional.empty(), await(likes().unlike(note, user)));
        assertEquals(Optional.empty(), await(notes().delete(note, Optional.of(actor))));
        assertTrue(await(notes().delete(note, Optional.of(user))).isPresent());
        assertEquals(Optional.empty(), decide(of(note), ContentTransition.RESTORE));
    }

    @Test
    void aHiddenCommentIsNotCountedNorAreItsReplies() {
        NoteId note = note();
        CommentId parent = comment(note);
        CommentId reply = comment(note, parent);
        var _ = comment(note, parent);
        CommentId other = comment(note);

        changes(note, of(reply), ContentTransition.HIDE);
        assertEquals(3, count(note));
        changes(note, of(parent), ContentTransition.HIDE);
        assertEquals(1, count(note));
        assertEquals(
                List.of(other),
                await(comments().ofNote(note, 0, 10)).stream().map(Comment::id).toList());
        assertEquals(List.of(), await(comments().replies(parent, 0, 10)));
        changes(note, of(parent), ContentTransition.RESTORE);
        assertEquals(3, count(note));
        assertEquals(1, await(comments().replies(parent, 0, 10)).size());

        changes(note, of(parent), ContentTransition.HIDE);
        assertEquals(1, await(comments().delete(parent, Optional.of(user))).done());
        while (await(comments().cleanUp(1)).done() > 0) {}
        assertEquals(1, count(note), "its replies went with it, hidden ones too");
        assertEquals(Optional.empty(), decide(of(parent), ContentTransition.RESTORE));
    }

    @Test
    void aUserReportsAThingOnceAndADecisionClosesItsReports() {
        NoteId note = note();
        CommentId comment = comment(note);
        for (int i = 0; i < 2; i++) {
            assertTrue(await(moderation().report(of(note), user, "an advertisement")));
        }
        assertTrue(await(moderation().report(of(note), actor, "the same")));
        assertTrue(await(moderation().report(of(comment), user, "an insult")));
        assertFalse(await(moderation().report(of(new NoteId(Long.MAX_VALUE)), user, "x")));
        assertFalse(await(moderation().report(of(new CommentId(Long.MAX_VALUE)), user, "x")));

        Report first = reportsOf(of(note)).getFirst();
        assertEquals(
                new Report(
                        first.place(),
                        of(note),
                        note.value(),
                        user,
                        "title\ncontent",
                        Optional.of(ContentState.VISIBLE),
                        user,
                        "an advertisement",
                        first.at()),
                first);
        assertEquals(2, reportsOf(of(note)).size());
        assertEquals("well", reportsOf(of(comment)).getFirst().text());
        assertEquals(note.value(), reportsOf(of(comment)).getFirst().note());

        changes(note, of(note), ContentTransition.HIDE);
        assertTrue(
                reportsOf(of(note)).stream().allMatch(report -> report.place().closed()));
        assertEquals(
                Optional.of(ContentState.HIDDEN), reportsOf(of(note)).getFirst().state());
        assertFalse(await(moderation().report(of(note), user, "again")));
        assertEquals(
                Optional.of(new Decision(Optional.empty())),
                decide(of(comment), ContentTransition.RESTORE),
                "it is visible, and stays so");
        assertTrue(reportsOf(of(comment)).getFirst().place().closed());
        assertEquals(
                List.of(
                        Optional.of(new Change("nasty", "VISIBLE, open reports: 1", "VISIBLE")),
                        Optional.of(new Change("nasty", "VISIBLE, open reports: 2", "HIDDEN"))),
                entries());
    }

    @Test
    void reportsOfWhatIsGoneAreClosedAndOpenOnesComeFirst() {
        NoteId gone = note();
        NoteId note = note();
        assertTrue(await(moderation().report(of(gone), user, "x")));
        assertTrue(await(moderation().report(of(note), user, "x")));
        assertTrue(await(notes().delete(gone, Optional.of(user))).isPresent());
        Report left = reportsOf(of(gone)).getFirst();
        assertEquals(Optional.empty(), left.state());
        assertEquals(0, left.note());
        assertEquals(Optional.of(new Decision(Optional.empty())), decide(of(gone), ContentTransition.HIDE));
        assertEquals(Optional.empty(), decide(of(gone), ContentTransition.HIDE));

        List<Report> all = await(moderation().reports(Place.BEGIN, 10_000));
        int open = all.indexOf(reportsOf(of(note)).getFirst());
        int closed = all.indexOf(reportsOf(of(gone)).getFirst());
        assertTrue(open < closed, () -> open + " before " + closed);
        assertEquals(
                all.subList(open + 1, closed + 1),
                await(moderation().reports(all.get(open).place(), closed - open)));
    }
}
