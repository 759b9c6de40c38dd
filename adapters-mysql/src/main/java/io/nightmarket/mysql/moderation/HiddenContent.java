package io.nightmarket.mysql.moderation;

import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.moderation.Content;
import io.nightmarket.domain.moderation.ContentState;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.feed.MySqlFeedOutbox;
import io.nightmarket.mysql.note.CommentCounts;
import io.nightmarket.mysql.note.MySqlNotes;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * A note or comment whose row a session holds, to be hidden or restored. The row of a hidden note stands in hidden_note, so that
 * whatever reads tb_blog takes it for deleted; a hidden comment has status 2.
 *
 * @param note that the content is, or belongs to
 */
record HiddenContent(Content content, long note, ContentState state) {
    private static final String LOCK_NOTE = "SELECT 1 FROM tb_blog WHERE id = ? FOR UPDATE";
    private static final String LOCK_HIDDEN_NOTE = "SELECT 1 FROM hidden_note WHERE id = ? FOR UPDATE";
    private static final String TAKE_AWAY = "INSERT INTO hidden_note SELECT * FROM tb_blog WHERE id = ?";
    private static final String DELETE = "DELETE FROM tb_blog WHERE id = ?";
    private static final String BRING_BACK = "INSERT INTO tb_blog SELECT * FROM hidden_note WHERE id = ?";
    private static final String DELETE_HIDDEN = "DELETE FROM hidden_note WHERE id = ?";

    /** The total in the note's row is written again. */
    private static final String COUNT_LIKES = "UPDATE note_like_count SET progress = 2 WHERE note_id = ? AND part < 16";

    private static final String NOTE_OF_COMMENT = "SELECT blog_id FROM tb_blog_comments WHERE id = ?";
    private static final String LOCK_COMMENT = "SELECT status FROM tb_blog_comments WHERE id = ? FOR UPDATE";
    private static final String SET_STATUS = "UPDATE tb_blog_comments SET status = ? WHERE id = ?";
    private static final int HIDDEN = 2;

    /** Holds the rows of this content until the end of the transaction; nothing when it is not there. */
    static Future<Optional<HiddenContent>> hold(DatabaseSession session, Content content) {
        return content.kind() == Content.Kind.NOTE ? holdNote(session, content) : holdComment(session, content);
    }

    private static Future<Optional<HiddenContent>> holdNote(DatabaseSession session, Content content) {
        return session.run(LOCK_NOTE, content.id())
                .compose(shown -> shown.size() > 0
                        ? Future.succeededFuture(Optional.of(ContentState.VISIBLE))
                        : session.run(LOCK_HIDDEN_NOTE, content.id())
                                .map(hidden -> hidden.size() > 0
                                        ? Optional.of(ContentState.HIDDEN)
                                        : Optional.<ContentState>empty()))
                .map(state -> state.map(found -> new HiddenContent(content, content.id(), found)));
    }

    /** As who writes a comment: the note first. */
    private static Future<Optional<HiddenContent>> holdComment(DatabaseSession session, Content content) {
        return session.run(NOTE_OF_COMMENT, content.id())
                .map(rows -> Rows.number(rows, "blog_id"))
                .compose(note -> session.run(LOCK_NOTE, note)
                        .compose(_ -> session.run(LOCK_COMMENT, content.id()))
                        .map(rows -> Rows.first(
                                rows,
                                row -> new HiddenContent(
                                        content,
                                        note,
                                        Columns.number(row, "status") == HIDDEN
                                                ? ContentState.HIDDEN
                                                : ContentState.VISIBLE))));
    }

    /** Hides what is visible, and restores what is hidden; answers the change of the note. */
    Future<Optional<CacheChange>> change(DatabaseSession session) {
        Future<Void> changed = content.kind() == Content.Kind.COMMENT
                ? session.run(SET_STATUS, state == ContentState.VISIBLE ? HIDDEN : 0, content.id())
                        .compose(_ -> CommentCounts.recount(session, note))
                : state == ContentState.VISIBLE ? hideNote(session) : restoreNote(session);
        return changed.compose(_ -> note > 0
                ? MySqlNotes.noteChange(session, new NoteId(note)).map(Optional::of)
                : Future.succeededFuture(Optional.empty()));
    }

    private Future<Void> hideNote(DatabaseSession session) {
        return session.run(TAKE_AWAY, note)
                .compose(_ -> session.run(DELETE, note))
                .mapEmpty();
    }

    /** Comments may have been deleted meanwhile; inboxes that were loaded meanwhile lack the note. */
    private Future<Void> restoreNote(DatabaseSession session) {
        return session.run(BRING_BACK, note)
                .compose(_ -> session.run(DELETE_HIDDEN, note))
                .compose(_ -> CommentCounts.recount(session, note))
                .compose(_ -> session.run(COUNT_LIKES, note))
                .compose(_ -> MySqlFeedOutbox.add(session, note));
    }
}
