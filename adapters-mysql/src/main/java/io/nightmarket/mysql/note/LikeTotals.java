package io.nightmarket.mysql.note;

import io.nightmarket.domain.note.LikeLedger;
import io.nightmarket.domain.note.LikeLedger.Counted;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Totals of likes, written behind. The row of the note is locked before the parts are read: who changes a like holds it shared,
 * so no change is under way.
 */
final class LikeTotals {
    /** The progress of a part that was liked or unliked since its total was written. */
    static final int CHANGED = 2;

    /** The progress of a part whose total was written since it was compared. */
    private static final int COUNTED = 1;

    private static final int BEFORE = LikeLedger.PARTS;

    private static final String IN = "SELECT DISTINCT note_id FROM note_like_count WHERE progress = ?"
            + " AND note_id > ? ORDER BY note_id LIMIT ?";
    private static final String PARTS =
            "SELECT note_id, part, likes, version, progress FROM note_like_count WHERE note_id IN";
    private static final String LOCK = "SELECT liked FROM tb_blog WHERE id = ? FOR UPDATE";

    /** The time of the note's own last change stays. */
    private static final String WRITE =
            "UPDATE tb_blog SET liked = LEAST(GREATEST(?, 0), 4294967295), update_time = update_time WHERE id = ?";

    private static final String WRITTEN =
            "UPDATE note_like_count SET progress = " + COUNTED + " WHERE note_id = ? AND progress = " + CHANGED;
    /** By the primary key, as likes lock: another index first could end in a deadlock. The versions are those of parts 0 to 15. */
    private static final String COMPARED = "UPDATE note_like_count FORCE INDEX (PRIMARY) SET progress = 0"
            + " WHERE note_id = ? AND progress = " + COUNTED + " AND version = CASE part "
            + IntStream.range(0, LikeLedger.PARTS)
                    .mapToObj(part -> "WHEN " + part + " THEN CAST(? AS SIGNED) ")
                    .collect(Collectors.joining())
            + "END";

    private final Database database;

    /** The last note of each progress that was answered: the next ones follow, up to the end. */
    private final AtomicLongArray last = new AtomicLongArray(CHANGED + 1);

    LikeTotals(Database database) {
        this.database = database;
    }

    /**
     * The parts of a note.
     *
     * @param liked all together, with those of before
     */
    record Parts(long liked, long before, List<Long> versions) {}

    Future<Parts> of(DatabaseSession session, NoteId note) {
        return Rows.in(session, PARTS, List.of(note.value())).map(LikeTotals::parts);
    }

    private static Parts parts(List<Row> rows) {
        long liked = 0;
        long before = 0;
        List<Long> versions = new ArrayList<>(Collections.nCopies(LikeLedger.PARTS, 0L));
        for (Row row : rows) {
            int part = Columns.small(row, "part");
            liked += Columns.number(row, "likes");
            if (part == BEFORE) {
                before = Columns.number(row, "likes");
            } else {
                versions.set(part, Columns.number(row, "version"));
            }
        }
        return new Parts(liked, before, List.copyOf(versions));
    }

    /** Goes on behind the notes of the call before, and after the last one from the first: none has to wait for ever. */
    CompletionStage<List<NoteId>> in(int progress, int max) {
        return database.answer(
                IN,
                rows -> {
                    List<NoteId> notes = Rows.all(rows, row -> new NoteId(Columns.number(row, "note_id")));
                    last.set(progress, notes.size() < max ? 0 : notes.getLast().value());
                    return notes;
                },
                progress,
                last.get(progress),
                max);
    }

    /** Writes nothing for a deleted note. */
    CompletionStage<Long> write(NoteId note) {
        return database.answerInTransaction(session -> session.run(LOCK, note.value())
                .compose(locked -> of(session, note)
                        .compose(parts -> session.run(WRITE, parts.liked(), note.value())
                                .compose(_ -> session.run(WRITTEN, note.value()))
                                .map(_ -> Rows.first(locked, row -> Columns.number(row, "liked"))
                                        .map(before -> Math.abs(parts.liked() - before))
                                        .orElse(0L)))));
    }

    CompletionStage<List<Counted>> toCompare(int max) {
        return in(COUNTED, max)
                .thenCompose(notes -> notes.isEmpty()
                        ? CompletableFuture.completedStage(List.of())
                        : database.onSession(session -> Rows.in(
                                        session,
                                        PARTS,
                                        notes.stream().map(NoteId::value).toList()))
                                .map(rows -> notes.stream()
                                        .map(note -> counted(note, rows))
                                        .toList())
                                .toCompletionStage());
    }

    private static Counted counted(NoteId note, List<Row> rows) {
        List<Row> own = rows.stream()
                .filter(row -> Columns.number(row, "note_id") == note.value())
                .toList();
        Parts parts = parts(own);
        List<Long> settled = new ArrayList<>(parts.versions());
        own.stream()
                .filter(row -> Columns.small(row, "progress") == CHANGED)
                .forEach(row -> settled.set(Columns.small(row, "part"), 0L));
        return new Counted(note, parts.liked(), List.copyOf(settled));
    }

    CompletionStage<Void> compared(Counted note) {
        List<Object> values = new ArrayList<>();
        values.add(note.note().value());
        values.addAll(note.versions());
        return database.onSession(session -> session.run(COMPARED, values))
                .<Void>mapEmpty()
                .toCompletionStage();
    }
}
