package io.nightmarket.mysql.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.cache.CacheNames;
import io.nightmarket.domain.note.NewNote;
import io.nightmarket.domain.note.Note;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.mysql.cache.ChangeLog;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.nightmarket.mysql.feed.MySqlFeedOutbox;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Notes in tb_blog. Deleted ones leave a row in deleted_note until what belonged to them is deleted, too. */
public final class MySqlNotes implements NoteRepository {
    private static final String INSERT =
            "INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments)"
                    + " SELECT id, ?, ?, ?, ?, 0, 0 FROM tb_shop WHERE id = ?";

    private static final String FIND = "SELECT id, shop_id, user_id, title, images, content, comments, create_time,"
            + " update_time FROM tb_blog WHERE id = ?";

    /** The second one is of notes that staff hid. */
    private static final List<String> TABLES = List.of("tb_blog", "hidden_note");

    private static final String LEAVE = "INSERT IGNORE INTO deleted_note (note_id) VALUES (?)";

    /** Adopted rows may have numbers that are no {@link NoteId}. A client that gives up does not stop its statement. */
    private static final String IDS =
            "SELECT /*+ MAX_EXECUTION_TIME(1000) */ id FROM tb_blog WHERE id BETWEEN 1 AND " + Long.MAX_VALUE;

    private static final String OF_AUTHOR =
            IDS + " AND user_id = ? ORDER BY create_time DESC, id DESC LIMIT ? OFFSET ?";
    private static final String MOST_LIKED = IDS + " ORDER BY liked DESC, id DESC LIMIT ? OFFSET ?";

    private static final String FIRST_DELETED = "SELECT note_id FROM deleted_note ORDER BY note_id LIMIT 1";
    private static final String FORGET = "DELETE FROM deleted_note WHERE note_id = ?";

    /** What belongs to a note; the tables one after the other. */
    private static final List<String> BELONGINGS = List.of(
            "DELETE FROM note_like WHERE note_id = ? LIMIT ?",
            "DELETE FROM note_like_count WHERE note_id = ? LIMIT ?",
            "DELETE FROM tb_blog_comments WHERE blog_id = ? LIMIT ?");

    private final Database database;

    public MySqlNotes(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<Saved>> create(NewNote note) {
        return database.answerInTransaction(session -> session.run(
                        INSERT,
                        note.author().value(),
                        note.title(),
                        note.images(),
                        note.content(),
                        note.shop().value())
                .compose(rows -> rows.rowCount() == 0
                        ? Future.succeededFuture(Optional.<Saved>empty())
                        : saved(session, new NoteId(Rows.lastInsertId(rows)))));
    }

    private static Future<Optional<Saved>> saved(DatabaseSession session, NoteId id) {
        return MySqlFeedOutbox.add(session, id.value())
                .compose(_ -> noteChange(session, id))
                .map(change -> Optional.of(new Saved(id, change)));
    }

    /** Records that the note changed, in the transaction that is open on this session. */
    public static Future<CacheChange> noteChange(DatabaseSession session, NoteId id) {
        return ChangeLog.note(session, CacheNames.NOTES, Long.toString(id.value()));
    }

    @Override
    public CompletionStage<Optional<Note>> find(NoteId id) {
        return database.answer(FIND, rows -> Rows.first(rows, MySqlNotes::note), id.value());
    }

    private static Note note(Row row) {
        return new Note(
                new NoteId(Columns.number(row, "id")),
                Columns.number(row, "shop_id"),
                Columns.user(row, "user_id"),
                Columns.text(row, "title"),
                Columns.text(row, "images"),
                Columns.text(row, "content"),
                Columns.number(row, "comments"),
                Columns.time(row, "create_time"),
                Columns.time(row, "update_time"));
    }

    @Override
    public CompletionStage<Optional<CacheChange>> delete(NoteId id, Optional<UserId> author) {
        return database.answerInTransaction(session -> delete(session, id, author, TABLES));
    }

    private static Future<Optional<CacheChange>> delete(
            DatabaseSession session, NoteId id, Optional<UserId> author, List<String> tables) {
        if (tables.isEmpty()) {
            return Future.succeededFuture(Optional.empty());
        }
        String table = tables.getFirst();
        return session.run("SELECT user_id FROM " + table + " WHERE id = ? FOR UPDATE", id.value())
                .compose(rows -> rows.size() == 0
                        ? delete(session, id, author, tables.subList(1, tables.size()))
                        : Rows.first(rows, row -> row)
                                .filter(row -> author.isEmpty() || author.get().equals(Columns.user(row, "user_id")))
                                .map(_ -> delete(session, id, table))
                                .orElseGet(() -> Future.succeededFuture(Optional.empty())));
    }

    private static Future<Optional<CacheChange>> delete(DatabaseSession session, NoteId id, String table) {
        return session.run("DELETE FROM " + table + " WHERE id = ?", id.value())
                .compose(_ -> session.run(LEAVE, id.value()))
                .compose(_ -> noteChange(session, id))
                .map(Optional::of);
    }

    @Override
    public CompletionStage<Integer> cleanUp(int max) {
        return database.answer(session -> session.run(FIRST_DELETED)
                .compose(rows -> Rows.first(rows, row -> Columns.number(row, "note_id"))
                        .map(note -> cleanUp(session, note, max, 0))
                        .orElseGet(() -> Future.succeededFuture(0))));
    }

    /** Goes on with the next table where nothing was left. */
    private static Future<Integer> cleanUp(DatabaseSession session, long note, int max, int table) {
        return table == BELONGINGS.size()
                ? session.run(FORGET, note).map(1)
                : session.run(BELONGINGS.get(table), note, max)
                        .compose(rows -> rows.rowCount() > 0
                                ? Future.succeededFuture(rows.rowCount())
                                : cleanUp(session, note, max, table + 1));
    }

    @Override
    public CompletionStage<List<NoteId>> ofAuthor(UserId author, long offset, int size) {
        return offset >= MAX_OF_AUTHOR
                ? CompletableFuture.completedStage(List.of())
                : database.answer(OF_AUTHOR, rows -> Rows.all(rows, MySqlNotes::id), author.value(), size, offset);
    }

    @Override
    public CompletionStage<List<NoteId>> mostLiked(long offset, int size) {
        return offset >= MAX_HOT
                ? CompletableFuture.completedStage(List.of())
                : database.answer(MOST_LIKED, rows -> Rows.all(rows, MySqlNotes::id), size, offset);
    }

    private static NoteId id(Row row) {
        return new NoteId(Columns.number(row, "id"));
    }
}
