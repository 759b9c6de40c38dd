package io.nightmarket.mysql.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.NewComment;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Comments in tb_blog_comments, counted in the rows of their notes. Who writes holds the note's row first, then the parent's, so
 * that neither is deleted meanwhile. {@link CommentPages} reads.
 */
public final class MySqlComments implements CommentRepository {
    /** Status 2 is hidden. */
    static final String VISIBLE = "COALESCE(status, 0) <> 2";

    private static final String LOCK_NOTE = "SELECT 1 FROM tb_blog WHERE id = ? FOR UPDATE";

    private static final String FIND =
            "SELECT user_id, blog_id, parent_id, status, EXISTS (SELECT 1 FROM tb_blog_comments p"
                    + " WHERE p.id = c.parent_id AND p.status = 2) AS below_hidden FROM tb_blog_comments c WHERE id = ?";
    private static final String LOCK = FIND + " FOR UPDATE";
    private static final String LOCK_SHARED =
            "SELECT blog_id, parent_id FROM tb_blog_comments WHERE id = ? AND " + VISIBLE + " LOCK IN SHARE MODE";
    private static final String INSERT = "INSERT INTO tb_blog_comments"
            + " (user_id, blog_id, parent_id, answer_id, content, liked, status) VALUES (?, ?, ?, ?, ?, 0, 0)";
    private static final String DELETE = "DELETE FROM tb_blog_comments WHERE id = ?";
    private static final String LEAVE = "INSERT IGNORE INTO deleted_comment (comment_id, note_id) VALUES (?, ?)";

    private static final String FIRST_DELETED =
            "SELECT comment_id, note_id FROM deleted_comment ORDER BY comment_id LIMIT 1";
    private static final String DELETE_REPLIES =
            "DELETE FROM tb_blog_comments WHERE blog_id = ? AND parent_id = ? AND " + VISIBLE + " ORDER BY id LIMIT ?";
    private static final String DELETE_HIDDEN_REPLIES =
            "DELETE FROM tb_blog_comments WHERE blog_id = ? AND parent_id = ? ORDER BY id LIMIT ?";
    private static final String FORGET = "DELETE FROM deleted_comment WHERE comment_id = ?";

    private final Database database;
    private final CommentPages pages;

    public MySqlComments(Database database) {
        this.database = database;
        this.pages = new CommentPages(database);
    }

    @Override
    public CompletionStage<Addition> add(NewComment comment) {
        return database.answerInTransaction(session -> session.run(
                        LOCK_NOTE, comment.note().value())
                .compose(rows -> rows.size() == 0
                        ? Future.succeededFuture(Optional.<Addition>of(new Addition.NoSuchNote()))
                        : refusal(session, comment))
                .compose(refusal -> refusal.map(Future::succeededFuture).orElseGet(() -> write(session, comment))));
    }

    /** Where the parent and the answered comment are not where they must be. */
    private static Future<Optional<Addition>> refusal(DatabaseSession session, NewComment comment) {
        return placeOf(session, comment.parent())
                .compose(parent -> placeOf(session, comment.answer()).map(answer -> refusal(comment, parent, answer)));
    }

    /** Where a comment stands. */
    private record Place(long id, long note, long parent) {}

    private static Future<Optional<Place>> placeOf(DatabaseSession session, Optional<CommentId> comment) {
        return comment.map(id -> session.run(LOCK_SHARED, id.value())
                        .map(rows -> Rows.first(
                                rows,
                                row -> new Place(
                                        id.value(), Columns.number(row, "blog_id"), Columns.number(row, "parent_id")))))
                .orElseGet(() -> Future.succeededFuture(Optional.empty()));
    }

    private static Optional<Addition> refusal(NewComment comment, Optional<Place> parent, Optional<Place> answer) {
        if (parent.isPresent() != comment.parent().isPresent()
                || answer.isPresent() != comment.answer().isPresent()) {
            return Optional.of(new Addition.NoSuchComment());
        }
        long thread = parent.map(Place::id).orElse(0L);
        boolean fits = parent.map(place -> place.parent() == 0
                                && place.note() == comment.note().value())
                        .orElse(true)
                && answer.map(place -> thread > 0 && (place.id() == thread || place.parent() == thread))
                        .orElse(true);
        return fits ? Optional.empty() : Optional.of(new Addition.OfAnother());
    }

    private static Future<Addition> write(DatabaseSession session, NewComment comment) {
        return session.run(
                        INSERT,
                        comment.author().value(),
                        comment.note().value(),
                        comment.parent().map(CommentId::value).orElse(0L),
                        comment.answer().map(CommentId::value).orElse(0L),
                        comment.content())
                .map(rows -> new CommentId(Rows.lastInsertId(rows)))
                .compose(id -> CommentCounts.add(session, comment.note().value())
                        .compose(_ -> MySqlNotes.noteChange(session, comment.note()))
                        .map(change -> new Addition.Added(id, change)));
    }

    @Override
    public CompletionStage<Deletion> delete(CommentId id, Optional<UserId> author) {
        return database.onSession(session -> session.run(FIND, id.value()))
                .compose(rows -> Rows.first(rows, row -> Columns.number(row, "blog_id"))
                        .map(note -> database.inTransactionWithoutGapLocks(
                                session -> session.run(LOCK_NOTE, note).compose(_ -> delete(session, id, author))))
                        .orElseGet(() -> Future.succeededFuture(Deletion.NONE)))
                .toCompletionStage();
    }

    private static Future<Deletion> delete(DatabaseSession session, CommentId id, Optional<UserId> author) {
        return session.run(LOCK, id.value())
                .compose(rows -> Rows.first(rows, row -> row)
                        .filter(row -> author.isEmpty()
                                || Columns.number(row, "user_id")
                                        == author.get().value())
                        .map(row -> remove(session, id, row))
                        .orElseGet(() -> Future.succeededFuture(Deletion.NONE)));
    }

    private static Future<Deletion> remove(DatabaseSession session, CommentId id, Row comment) {
        long note = Columns.number(comment, "blog_id");
        Future<?> replies = Columns.number(comment, "parent_id") == 0
                ? session.run(LEAVE, id.value(), note)
                : Future.succeededFuture();
        boolean isCounted = Columns.number(comment, "status") != 2 && Columns.number(comment, "below_hidden") == 0;
        return replies.compose(_ -> session.run(DELETE, id.value()))
                .compose(_ ->
                        isCounted ? CommentCounts.discount(session, note, 1) : CommentCounts.recount(session, note))
                .compose(_ -> change(session, note))
                .map(change -> new Deletion(1, change));
    }

    private static Future<Optional<CacheChange>> change(DatabaseSession session, long note) {
        return note > 0
                ? MySqlNotes.noteChange(session, new NoteId(note)).map(Optional::of)
                : Future.succeededFuture(Optional.empty());
    }

    @Override
    public CompletionStage<Deletion> cleanUp(int max) {
        return database.answerInTransaction(session -> session.run(FIRST_DELETED)
                .compose(rows -> Rows.first(rows, row -> row)
                        .map(row -> cleanUp(
                                session, Columns.number(row, "comment_id"), Columns.number(row, "note_id"), max))
                        .orElseGet(() -> Future.succeededFuture(Deletion.NONE))));
    }

    private static Future<Deletion> cleanUp(DatabaseSession session, long comment, long note, int max) {
        return session.run(LOCK_NOTE, note)
                .compose(_ -> session.run(DELETE_REPLIES, note, comment, max))
                .compose(rows -> rows.rowCount() == 0
                        ? forget(session, comment, note, max)
                        : CommentCounts.discount(session, note, rows.rowCount())
                                .compose(_ -> change(session, note))
                                .map(change -> new Deletion(rows.rowCount(), change)));
    }

    /** Hidden replies were counted no more. */
    private static Future<Deletion> forget(DatabaseSession session, long comment, long note, int max) {
        return session.run(DELETE_HIDDEN_REPLIES, note, comment, max)
                .compose(hidden -> hidden.rowCount() > 0
                        ? Future.succeededFuture(new Deletion(hidden.rowCount(), Optional.empty()))
                        : session.run(FORGET, comment).map(new Deletion(1, Optional.empty())));
    }

    @Override
    public CompletionStage<List<Comment>> ofNote(NoteId note, long offset, int size) {
        return pages.ofNote(note, offset, size);
    }

    @Override
    public CompletionStage<List<Comment>> replies(CommentId parent, long offset, int size) {
        return pages.replies(parent, offset, size);
    }
}
