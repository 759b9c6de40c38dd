package io.nightmarket.mysql.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedOutbox;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.follow.Follows;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** A row a note in feed_outbox. */
public final class MySqlFeedOutbox implements FeedOutbox {
    private static final String ADD = "INSERT INTO feed_outbox (note_id, user_id, create_time)"
            + " SELECT id, user_id, create_time FROM tb_blog WHERE id = ? ON DUPLICATE KEY UPDATE note_id = feed_outbox.note_id";

    private static final String OLDEST =
            "SELECT note_id, user_id, create_time FROM feed_outbox WHERE note_id > ? ORDER BY note_id LIMIT ?";
    private static final String BACKLOG = "SELECT COUNT(*) AS notes, MIN(create_time) AS oldest"
            + " FROM (SELECT create_time FROM feed_outbox ORDER BY note_id LIMIT ?) pending";

    private static final String VERSIONS = "SELECT user_id, version FROM follow_version WHERE user_id IN ";
    private static final String FINISH = "DELETE FROM feed_outbox WHERE note_id = ?";

    private final Database database;

    public MySqlFeedOutbox(Database database) {
        this.database = database;
    }

    /** Adds a note, which may be pending already, in the transaction that is open on this session. */
    public static Future<Void> add(DatabaseSession session, long note) {
        return session.run(ADD, note).mapEmpty();
    }

    /** The notes first: a list that is changed after they were read has another version. The server reads in this order. */
    @Override
    public CompletionStage<List<Pending>> pending(List<UserId> readers) {
        List<Long> ids = readers.stream().map(UserId::value).distinct().toList();
        return database.answer(session -> {
            Future<List<PendingNote>> pending =
                    session.run(OLDEST, 0, MAX_PENDING + 1).map(rows -> Rows.all(rows, MySqlFeedOutbox::note));
            Future<List<Row>> versions = Rows.in(session, VERSIONS, ids);
            return Future.join(pending, versions).map(_ -> pending(readers, pending.result(), versions.result()));
        });
    }

    private static List<Pending> pending(List<UserId> readers, List<PendingNote> pending, List<Row> versions) {
        Map<Long, Long> known = versions.stream()
                .collect(Collectors.toMap(
                        row -> Columns.number(row, "user_id"), row -> Columns.number(row, "version"), (one, _) -> one));
        boolean areAll = pending.size() <= MAX_PENDING;
        List<PendingNote> read = areAll ? pending : pending.subList(0, MAX_PENDING);
        return readers.stream()
                .map(reader -> new Pending(known.getOrDefault(reader.value(), Follows.FIRST_VERSION), read, areAll))
                .toList();
    }

    private static PendingNote note(Row row) {
        return new PendingNote(
                new UserId(Columns.number(row, "user_id")),
                new FeedPlace(Columns.time(row, "create_time"), Columns.number(row, "note_id")));
    }

    @Override
    public CompletionStage<Backlog> backlog() {
        return database.answer(
                BACKLOG, rows -> Rows.first(rows, MySqlFeedOutbox::backlog).orElseThrow(), MAX_PENDING + 1);
    }

    private static Backlog backlog(Row row) {
        return new Backlog(Columns.small(row, "notes"), Optional.ofNullable(Columns.timeOrNull(row, "oldest")));
    }

    @Override
    public CompletionStage<List<PendingNote>> oldest(long after, int max) {
        return database.answer(OLDEST, rows -> Rows.all(rows, MySqlFeedOutbox::note), after, max);
    }

    @Override
    public CompletionStage<Void> finish(PendingNote note) {
        return database.write(FINISH, note.place().note());
    }
}
