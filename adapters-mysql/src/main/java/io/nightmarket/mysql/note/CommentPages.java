package io.nightmarket.mysql.note;

import io.nightmarket.domain.note.Comment;
import io.nightmarket.domain.note.CommentId;
import io.nightmarket.domain.note.CommentRepository;
import io.nightmarket.domain.note.NoteId;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Pages of comments, by the index of note, parent and id. Replies to a comment are counted up to a bound. */
final class CommentPages {
    private static final String READ =
            "SELECT /*+ MAX_EXECUTION_TIME(1000) */ id, blog_id, user_id, parent_id, answer_id,"
                    + " content, create_time FROM tb_blog_comments WHERE id BETWEEN 1 AND " + Long.MAX_VALUE + " AND "
                    + MySqlComments.VISIBLE;
    private static final String OF_NOTE = READ + " AND blog_id = ? AND parent_id = 0 AND EXISTS (SELECT 1 FROM tb_blog"
            + " WHERE tb_blog.id = ?) ORDER BY id DESC LIMIT ? OFFSET ?";
    private static final String REPLIES = READ + " AND blog_id = ? AND parent_id = ? ORDER BY id LIMIT ? OFFSET ?";
    private static final String NOTE_OF_PARENT =
            "SELECT blog_id FROM tb_blog_comments WHERE id = ? AND parent_id = 0 AND " + MySqlComments.VISIBLE
                    + " AND EXISTS (SELECT 1 FROM tb_blog WHERE tb_blog.id = blog_id)";

    private static final String COUNT = "SELECT ? AS id, COUNT(*) AS replies FROM (SELECT 1 FROM tb_blog_comments"
            + " WHERE blog_id = ? AND parent_id = ? AND " + MySqlComments.VISIBLE + " LIMIT "
            + CommentRepository.MAX_REPLIES + ") AS replies";

    private final Database database;

    CommentPages(Database database) {
        this.database = database;
    }

    CompletionStage<List<Comment>> ofNote(NoteId note, long offset, int size) {
        return offset >= CommentRepository.MAX_LISTED
                ? CompletableFuture.completedStage(List.of())
                : database.answer(session -> session.run(OF_NOTE, note.value(), note.value(), size, offset)
                        .map(rows -> Rows.all(rows, row -> row))
                        .compose(rows -> withReplies(session, note, rows)));
    }

    private static Future<List<Comment>> withReplies(DatabaseSession session, NoteId note, List<Row> rows) {
        if (rows.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        List<Object> values = new ArrayList<>();
        for (Row row : rows) {
            long id = Columns.number(row, "id");
            values.addAll(List.of(id, note.value(), id));
        }
        String sql = String.join(" UNION ALL ", Collections.nCopies(rows.size(), COUNT));
        return session.run(sql, values).map(counted -> {
            Map<Long, Long> replies = new HashMap<>();
            counted.forEach(row -> replies.put(Columns.number(row, "id"), Columns.number(row, "replies")));
            return rows.stream()
                    .map(row -> comment(row, replies.getOrDefault(Columns.number(row, "id"), 0L)))
                    .toList();
        });
    }

    CompletionStage<List<Comment>> replies(CommentId parent, long offset, int size) {
        return offset >= CommentRepository.MAX_LISTED
                ? CompletableFuture.completedStage(List.of())
                : database.answer(session -> session.run(NOTE_OF_PARENT, parent.value())
                        .compose(rows -> Rows.first(rows, row -> Columns.number(row, "blog_id"))
                                .map(note -> session.run(REPLIES, note, parent.value(), size, offset)
                                        .map(found -> Rows.all(found, row -> comment(row, 0))))
                                .orElseGet(() -> Future.succeededFuture(List.of()))));
    }

    private static Comment comment(Row row, long replies) {
        return new Comment(
                new CommentId(Columns.number(row, "id")),
                Columns.number(row, "blog_id"),
                Columns.user(row, "user_id"),
                Columns.number(row, "parent_id"),
                Columns.number(row, "answer_id"),
                Columns.text(row, "content"),
                Columns.time(row, "create_time"),
                replies);
    }
}
