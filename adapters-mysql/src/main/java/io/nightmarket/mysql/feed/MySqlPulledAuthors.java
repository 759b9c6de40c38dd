package io.nightmarket.mysql.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.PulledAuthors;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** A row an author in pulled_author. */
public final class MySqlPulledAuthors implements PulledAuthors {
    private static final String ALL = "SELECT user_id, version FROM pulled_author WHERE user_id IN ";
    private static final String FIND = ALL + "(?)";
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
    public CompletionStage<Optional<Long>> find(UserId author) {
        return database.answer(FIND, rows -> Rows.first(rows, row -> Columns.number(row, "version")), author.value());
    }

    @Override
    public CompletionStage<List<Long>> versions(List<UserId> authors) {
        return known(authors)
                .thenApply(known -> authors.stream()
                        .map(author -> known.getOrDefault(author, BEGINNING))
                        .toList());
    }

    @Override
    public CompletionStage<List<UserId>> among(List<UserId> authors) {
        return known(authors)
                .thenApply(known -> authors.stream().filter(known::containsKey).toList());
    }

    private CompletionStage<Map<UserId, Long>> known(List<UserId> authors) {
        List<Long> ids = authors.stream().map(UserId::value).distinct().toList();
        return database.onSession(session -> Rows.in(session, ALL, ids))
                .map(rows -> rows.stream()
                        .collect(Collectors.toMap(
                                row -> new UserId(Columns.number(row, "user_id")),
                                row -> Columns.number(row, "version"),
                                (one, _) -> one)))
                .toCompletionStage();
    }

    @Override
    public CompletionStage<Void> add(UserId author) {
        return database.answer(ADD, _ -> author, author.value()).thenAccept(_ -> {});
    }

    @Override
    public CompletionStage<Void> raise(UserId author) {
        return database.answer(RAISE, _ -> author, author.value()).thenAccept(_ -> {});
    }
}
