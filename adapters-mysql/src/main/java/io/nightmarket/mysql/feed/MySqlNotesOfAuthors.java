package io.nightmarket.mysql.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.FeedPlace;
import io.nightmarket.domain.feed.NotesOfAuthors;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.DatabaseSession;
import io.nightmarket.mysql.client.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.LocalDateTime;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * Reads by the index of author and time. For many authors it looks at the latest times first. Where these have too
 * few notes, or too many, each author's newest are read, some authors a statement: the cost grows with authors, not
 * with notes.
 */
public final class MySqlNotesOfAuthors implements NotesOfAuthors {
    private static final int AUTHORS_PER_STATEMENT = 50;

    /** By time first, which the index knows. Adopted rows may have numbers that are no notes' ids. */
    private static final String OF_AUTHOR =
            "(SELECT id, create_time FROM tb_blog WHERE user_id = ? AND create_time <= ?"
                    + " AND (create_time < ? OR id < ?) AND id BETWEEN 1 AND " + Long.MAX_VALUE
                    + " ORDER BY create_time DESC, id DESC LIMIT ?)";

    /** The database sorts, so that it sends no more than what is asked for. */
    private static final String NEWEST = " ORDER BY create_time DESC, id DESC LIMIT ?";

    /** How far back, in hours, step by step. */
    private static final List<Integer> LATEST = List.of(3, 24, 8 * 24, 64 * 24, 512 * 24);

    /** Rows that a statement of the latest times reads at most; there is one for 250 authors. */
    private static final int MAX_LATEST = 1_000;

    /** For more authors than this, each author's notes are read without a look at the latest times. */
    private static final int MAX_AUTHORS_OF_LATEST = 2_000;

    private static final String OF_LATEST =
            "SELECT id, create_time FROM tb_blog FORCE INDEX (tb_blog_of_author) WHERE create_time <= ?"
                    + " AND create_time > LEAST(CAST(? AS DATETIME), NOW()) - INTERVAL ? HOUR"
                    + " AND (create_time < ? OR id < ?) AND id BETWEEN 1 AND " + Long.MAX_VALUE + " AND user_id IN";

    private static final String EXISTING = "SELECT id FROM tb_blog WHERE id IN ";

    private final Database database;

    public MySqlNotesOfAuthors(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max) {
        Query query = new Query(authors, place, max);
        boolean areMany = authors.size() > AUTHORS_PER_STATEMENT && authors.size() <= MAX_AUTHORS_OF_LATEST;
        return database.answer(session -> areMany ? readLatest(session, query, LATEST) : readEach(session, query));
    }

    private record Query(List<UserId> authors, FeedPlace place, int max) {
        LocalDateTime time() {
            return Columns.millis(place.time());
        }

        List<Object> latest(int hours) {
            return List.of(time(), time(), hours, time(), place.note());
        }

        Stream<Object> ofAuthor(UserId author) {
            return Stream.of(author.value(), time(), time(), place.note(), max);
        }
    }

    private static Future<List<FeedPlace>> readLatest(DatabaseSession session, Query query, List<Integer> steps) {
        if (steps.isEmpty()) {
            return readEach(session, query);
        }
        List<Long> ids = query.authors.stream().map(UserId::value).toList();
        return Rows.in(session, OF_LATEST, query.latest(steps.getFirst()), ids, " LIMIT " + MAX_LATEST)
                .compose(rows -> {
                    if (rows.size() >= MAX_LATEST) {
                        return readEach(session, query);
                    }
                    return rows.size() < query.max
                            ? readLatest(session, query, steps.subList(1, steps.size()))
                            : Future.succeededFuture(newest(rows.stream(), query));
                });
    }

    private static Future<List<FeedPlace>> readEach(DatabaseSession session, Query query) {
        List<Future<RowSet<Row>>> statements = query.authors.stream()
                .gather(Gatherers.windowFixed(AUTHORS_PER_STATEMENT))
                .map(part -> session.run(
                        String.join(" UNION ALL ", Collections.nCopies(part.size(), OF_AUTHOR)) + NEWEST,
                        Stream.concat(part.stream().flatMap(query::ofAuthor), Stream.of(query.max))
                                .toList()))
                .toList();
        return Future.join(statements)
                .map(_ -> newest(
                        statements.stream().flatMap(statement -> Rows.all(statement.result(), row -> row).stream()),
                        query));
    }

    private static List<FeedPlace> newest(Stream<Row> rows, Query query) {
        return rows.map(MySqlNotesOfAuthors::place).sorted().limit(query.max).toList();
    }

    @Override
    public CompletionStage<Integer> countExisting(List<FeedPlace> places) {
        return database.onSession(session -> Rows.in(
                        session, EXISTING, places.stream().map(FeedPlace::note).toList()))
                .map(List::size)
                .toCompletionStage();
    }

    private static FeedPlace place(Row row) {
        return new FeedPlace(Columns.time(row, "create_time"), Columns.number(row, "id"));
    }
}
