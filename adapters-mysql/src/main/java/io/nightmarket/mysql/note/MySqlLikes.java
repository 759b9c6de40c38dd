package io.nightmarket.mysql.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.LikeChange;
import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeSets;
import io.nightmarket.domain.note.LikeSnapshot;
import io.nightmarket.domain.note.LikeSnapshot.Liker;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/**
 * Likes in note_like, counted in note_like_count. Who changes one holds the note's row shared, so that it can't be deleted, and
 * then that of the part: changes of one part follow one another. {@link LikeTotals} writes the totals.
 */
public final class MySqlLikes implements LikeLedger {
    private static final String NOTE = "SELECT 1 FROM tb_blog WHERE id = ? LOCK IN SHARE MODE";

    /** Locks the part, which it makes when there is none. */
    private static final String PART =
            "INSERT INTO note_like_count (note_id, part) VALUES (?, ?) ON DUPLICATE KEY UPDATE note_id = note_id";

    private static final String STATE =
            "SELECT c.version, l.user_id IS NOT NULL AS liked, NOW(3) AS at FROM note_like_count c"
                    + " LEFT JOIN note_like l ON l.note_id = c.note_id AND l.user_id = ? WHERE c.note_id = ? AND c.part = ?";

    private static final String LIKE = "INSERT INTO note_like (note_id, user_id, created_at) VALUES (?, ?, ?)";
    private static final String UNLIKE = "DELETE FROM note_like WHERE note_id = ? AND user_id = ?";
    private static final String COUNT =
            "UPDATE note_like_count SET likes = likes + ?, version = version + 1, progress = 2"
                    + " WHERE note_id = ? AND part = ?";

    private static final String LOCK_PART =
            "SELECT version, NOW(3) AS at FROM note_like_count WHERE note_id = ? AND part = ? FOR UPDATE";

    private static final String LIKERS =
            "SELECT user_id, created_at FROM note_like WHERE note_id = ? ORDER BY created_at, user_id LIMIT ?";
    private static final String COUNTS =
            "SELECT note_id, CAST(SUM(likes) AS SIGNED) AS likes FROM note_like_count WHERE note_id IN";
    private static final String LIKED_BY = "SELECT note_id FROM note_like WHERE user_id = ? AND note_id IN";

    /** MariaDB takes the hint for a comment. */
    private static final String MOST_LIKED = "SELECT /*+ MAX_EXECUTION_TIME(3000) */ note_id, COUNT(*) AS likes FROM"
            + " (SELECT note_id FROM note_like WHERE created_at >= NOW(3) - INTERVAL ? SECOND"
            + " ORDER BY created_at DESC LIMIT 200000) AS latest GROUP BY note_id ORDER BY likes DESC, note_id DESC LIMIT ?";

    private final Database database;
    private final LikeTotals totals;

    public MySqlLikes(Database database) {
        this.database = database;
        this.totals = new LikeTotals(database);
    }

    @Override
    public CompletionStage<Optional<LikeChange>> toggle(NoteId note, UserId user) {
        int part = LikeLedger.partOf(user);
        return database.answerInTransaction(session -> session.run(NOTE, note.value())
                .compose(found -> found.size() == 0
                        ? Future.succeededFuture(Optional.<LikeChange>empty())
                        : session.run(PART, note.value(), part)
                                .compose(_ -> session.run(STATE, user.value(), note.value(), part))
                                .compose(rows -> write(session, toggled(note, user, Rows.only(rows))))
                                .map(Optional::of)));
    }

    private static LikeChange toggled(NoteId note, UserId user, Row state) {
        return new LikeChange(
                note,
                user,
                Columns.number(state, "liked") == 0,
                Columns.time(state, "at"),
                LikeLedger.partOf(user),
                Columns.number(state, "version") + 1);
    }

    /** The note's row may be hidden; that of the part is there as long as likes are. */
    @Override
    public CompletionStage<Optional<LikeChange>> unlike(NoteId note, UserId user) {
        int part = LikeLedger.partOf(user);
        return database.answerInTransaction(session -> session.run(LOCK_PART, note.value(), part)
                .compose(rows -> session.run(UNLIKE, note.value(), user.value())
                        .compose(deleted -> Rows.first(rows, row -> row)
                                .filter(_ -> deleted.rowCount() > 0)
                                .map(row -> new LikeChange(
                                        note,
                                        user,
                                        false,
                                        Columns.time(row, "at"),
                                        part,
                                        Columns.number(row, "version") + 1))
                                .map(change -> session.run(COUNT, -1, note.value(), part)
                                        .map(Optional.of(change)))
                                .orElseGet(() -> Future.succeededFuture(Optional.empty())))));
    }

    private static Future<LikeChange> write(DatabaseSession session, LikeChange change) {
        long note = change.note().value();
        long user = change.user().value();
        Future<RowSet<Row>> written = change.liked()
                ? session.run(LIKE, note, user, Columns.millis(change.at()))
                : session.run(UNLIKE, note, user);
        return written.compose(_ -> session.run(COUNT, change.liked() ? 1 : -1, note, change.part()))
                .map(change);
    }

    @Override
    public CompletionStage<LikeSnapshot> read(NoteId note) {
        return database.inSnapshot(session -> totals.of(session, note)
                        .compose(parts -> session.run(LIKERS, note.value(), LikeSets.MAX_LIKERS + 1)
                                .map(rows -> new LikeSnapshot(
                                        parts.before(), Rows.all(rows, MySqlLikes::liker), parts.versions()))))
                .toCompletionStage();
    }

    private static Liker liker(Row row) {
        Instant since = Columns.time(row, "created_at");
        return new Liker(new UserId(Columns.number(row, "user_id")), since);
    }

    @Override
    public CompletionStage<Map<NoteId, Long>> counts(Collection<NoteId> notes) {
        return database.onSession(session -> Rows.in(session, COUNTS, List.of(), numbers(notes), " GROUP BY note_id"))
                .map(rows -> {
                    Map<NoteId, Long> counts =
                            notes.stream().distinct().collect(Collectors.toMap(note -> note, _ -> 0L));
                    rows.forEach(row -> counts.put(note(row), Columns.number(row, "likes")));
                    return counts;
                })
                .toCompletionStage();
    }

    private static List<Long> numbers(Collection<NoteId> notes) {
        return notes.stream().map(NoteId::value).toList();
    }

    private static NoteId note(Row row) {
        return new NoteId(Columns.number(row, "note_id"));
    }

    @Override
    public CompletionStage<Set<NoteId>> likedBy(UserId user, Collection<NoteId> notes) {
        return database.onSession(session -> Rows.in(session, LIKED_BY, List.of(user.value()), numbers(notes)))
                .map(rows -> rows.stream().map(MySqlLikes::note).collect(Collectors.toSet()))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<List<UserId>> first(NoteId note, int max) {
        return database.answer(
                LIKERS, rows -> Rows.all(rows, row -> new UserId(Columns.number(row, "user_id"))), note.value(), max);
    }

    @Override
    public CompletionStage<List<NoteId>> mostLikedWithin(Duration time, int max) {
        return database.answer(MOST_LIKED, rows -> Rows.all(rows, MySqlLikes::note), time.toSeconds(), max);
    }

    @Override
    public CompletionStage<List<NoteId>> changed(int max) {
        return totals.in(LikeTotals.CHANGED, max);
    }

    @Override
    public CompletionStage<Long> writeTotal(NoteId note) {
        return totals.write(note);
    }

    @Override
    public CompletionStage<List<Counted>> toCompare(int max) {
        return totals.toCompare(max);
    }

    @Override
    public CompletionStage<Void> compared(Counted note) {
        return totals.compared(note);
    }
}
