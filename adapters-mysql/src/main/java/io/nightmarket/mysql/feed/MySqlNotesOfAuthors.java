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

/** Each author's newest by the index of author and time, some authors a statement: the cost grows with authors, not with notes. */
public final class MySqlNotesOfAuthors implements NotesOfAuthors {
    private static final int AUTHORS_PER_STATEMENT = 50;

    /** By time first, which the index knows. Adopted rows may have numbers that are no notes' ids. */
    private static final String OF_AUTHOR =
            "(SELECT id, create_time FROM tb_blog WHERE user_id = ? AND create_time <= ?"
                    + " AND (create_time < ? OR id < ?) AND id BETWEEN 1 AND " + Long.MAX_VALUE
                    + " ORDER BY create_time DESC, id DESC LIMIT ?)";

    /** The database sorts, so that it sends no more than what is asked for. */
    private static final String NEWEST = " ORDER BY create_time DESC, id DESC LIMIT ?";

    private static final String EXISTING = "SELECT id FROM tb_blog WHERE id IN ";

    private final Database database;

    public MySqlNotesOfAuthors(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<List<FeedPlace>> after(List<UserId> authors, FeedPlace place, int max) {
        return database.onSession(session -> read(session, authors, place, max)).toCompletionStage();
    }

    private static Future<List<FeedPlace>> read(
            DatabaseSession session, List<UserId> authors, FeedPlace place, int max) {
        List<Future<RowSet<Row>>> statements = authors.stream()
                .gather(Gatherers.windowFixed(AUTHORS_PER_STATEMENT))
                .map(part -> session.run(
                        String.join(" UNION ALL ", Collections.nCopies(part.size(), OF_AUTHOR)) + NEWEST,
                        Stream.concat(part.stream().flatMap(author -> values(author, place, max)), Stream.of(max))
                                .toList()))
                .toList();
        return Future.join(statements)
                .map(_ -> statements.stream()
                        .flatMap(statement -> Rows.all(statement.result(), MySqlNotesOfAuthors::place).stream())
                        .sorted()
                        .limit(max)
                        .toList());
    }

    @Override
    public CompletionStage<Integer> countExisting(List<FeedPlace> places) {
        return database.onSession(session -> Rows.in(
                        session, EXISTING, places.stream().map(FeedPlace::note).toList()))
                .map(List::size)
                .toCompletionStage();
    }

    private static Stream<Object> values(UserId author, FeedPlace place, int max) {
        LocalDateTime time = Columns.millis(place.time());
        return Stream.of(author.value(), time, time, place.note(), max);
    }

    private static FeedPlace place(Row row) {
        return new FeedPlace(Columns.time(row, "create_time"), Columns.number(row, "id"));
    }
}
