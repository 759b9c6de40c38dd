package io.nightmarket.mysql.moderation;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.audit.StaffAction;
import io.nightmarket.domain.cache.CacheChange;
import io.nightmarket.domain.moderation.Content;
import io.nightmarket.domain.moderation.ContentState;
import io.nightmarket.domain.moderation.ContentTransition;
import io.nightmarket.domain.moderation.Moderation;
import io.nightmarket.mysql.audit.AuditRows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reports in content_report; {@link HiddenContent} hides and restores. */
public final class MySqlModeration implements Moderation {
    private static final String NOTE_IS_SHOWN = "SELECT 1 FROM tb_blog WHERE id = ?";
    private static final String COMMENT_IS_SHOWN =
            "SELECT 1 FROM tb_blog_comments c JOIN tb_blog n ON n.id = c.blog_id WHERE c.id = ?"
                    + " AND COALESCE(c.status, 0) <> 2";
    private static final String REPORT = "INSERT INTO content_report (kind, content_id, reporter, reason)"
            + " VALUES (?, ?, ?, ?) ON DUPLICATE KEY UPDATE kind = content_report.kind";
    private static final String CLOSE =
            "UPDATE content_report SET closed = TRUE WHERE kind = ? AND content_id = ? AND closed = FALSE";

    private static final String LIST =
            "SELECT r.closed, r.id, r.kind, r.content_id, r.reporter, r.reason, r.created_at,"
                    + " COALESCE(n.id, h.id, c.blog_id) AS note, COALESCE(n.user_id, h.user_id, c.user_id) AS author,"
                    + " LEFT(COALESCE(CONCAT(n.title, '\\n', n.content), CONCAT(h.title, '\\n', h.content), c.content), "
                    + MAX_TEXT
                    + ") AS text, CASE WHEN n.id IS NOT NULL THEN 'VISIBLE' WHEN h.id IS NOT NULL THEN 'HIDDEN'"
                    + " WHEN c.id IS NOT NULL THEN IF(COALESCE(c.status, 0) = 2, 'HIDDEN', 'VISIBLE') END AS state"
                    + " FROM content_report r LEFT JOIN tb_blog n ON r.kind = 'NOTE' AND n.id = r.content_id"
                    + " LEFT JOIN hidden_note h ON r.kind = 'NOTE' AND h.id = r.content_id"
                    + " LEFT JOIN tb_blog_comments c ON r.kind = 'COMMENT' AND c.id = r.content_id"
                    + " WHERE r.closed >= ? AND (r.closed > ? OR r.id > ?) ORDER BY r.closed, r.id LIMIT ?";

    private final Database database;

    public MySqlModeration(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Boolean> report(Content content, UserId reporter, String reason) {
        String isShown = content.kind() == Content.Kind.NOTE ? NOTE_IS_SHOWN : COMMENT_IS_SHOWN;
        return database.answer(session -> session.run(isShown, content.id())
                .compose(found -> found.size() == 0
                        ? Future.succeededFuture(false)
                        : session.run(REPORT, content.kind().name(), content.id(), reporter.value(), reason)
                                .map(true)));
    }

    @Override
    public CompletionStage<List<Report>> reports(Place after, int max) {
        return database.answer(
                LIST,
                rows -> Rows.all(rows, MySqlModeration::report),
                after.closed(),
                after.closed(),
                after.number(),
                max);
    }

    private static Report report(Row row) {
        return new Report(
                new Place(Columns.number(row, "closed") == 1, Columns.number(row, "id")),
                new Content(Content.Kind.valueOf(Columns.text(row, "kind")), Columns.number(row, "content_id")),
                Columns.number(row, "note"),
                Columns.user(row, "author"),
                Columns.text(row, "text"),
                Optional.ofNullable(row.getString("state")).map(ContentState::valueOf),
                new UserId(Columns.number(row, "reporter")),
                Columns.text(row, "reason"),
                Columns.time(row, "created_at"));
    }

    @Override
    public CompletionStage<Optional<Decision>> decide(
            Content content, ContentTransition transition, StaffAction action) {
        return database.answerInTransaction(session -> HiddenContent.hold(session, content)
                .compose(held -> session.run(CLOSE, content.kind().name(), content.id())
                        .compose(closed -> decide(session, held, closed.rowCount(), transition, action))));
    }

    private static Future<Optional<Decision>> decide(
            DatabaseSession session,
            Optional<HiddenContent> held,
            int closed,
            ContentTransition transition,
            StaffAction action) {
        boolean changes =
                held.filter(content -> content.state() == transition.from()).isPresent();
        if (!changes && closed == 0) {
            return Future.succeededFuture(held.map(_ -> new Decision(Optional.empty())));
        }
        String before = held.map(HiddenContent::state).map(ContentState::name).orElse("gone");
        String after = held.isPresent() ? transition.to().name() : before;
        Future<Optional<CacheChange>> change =
                changes ? held.get().change(session) : Future.succeededFuture(Optional.empty());
        return change.compose(found -> AuditRows.write(session, action, before + ", open reports: " + closed, after)
                .map(Optional.of(new Decision(found))));
    }
}
