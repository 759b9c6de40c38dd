package io.nightmarket.mysql.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.PulledAuthors;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** A row an author in pulled_author. */
public final class MySqlPulledAuthors implements PulledAuthors {
    private static final String VERSIONS = "SELECT user_id, version FROM pulled_author WHERE user_id IN ";
    private static final String ADD =
            "INSERT IGNORE INTO pulled_author (user_id, version) VALUES (?, " + BEGINNING + ')';

    /** Time is part of a version: none is given again after the last commits were lost. */
    private static final String RAISE = "UPDATE pulled_author SET version = GREATEST(version + 1,"
            + " CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS UNSIGNED)) WHERE user_id = ?";

    private final Database database;

    public MySqlPulledAuthors(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Map<UserId, Long>> versions(List<UserId> authors) {
        List<Long> ids = authors.stream().map(UserId::value).distinct().toList();
        return database.onSession(session -> Rows.in(session, VERSIONS, ids))
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(
                                row -> new UserId(Columns.number(row, "user_id")),
                                row -> Columns.number(row, "version"),
                                (one, _) -> one)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> add(UserId author) {
        return database.write(ADD, author.value());
    }

    @Override
    public CompletionStage<Void> raise(UserId author) {
        return database.write(RAISE, author.value());
    }
}
