package io.nightmarket.mysql.node;

import io.nightmarket.domain.node.Marks;
import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The mark in the one row of installation. */
public final class MySqlMarks implements Marks {
    private static final String FIND = "SELECT mark FROM installation WHERE id = 1";
    private static final String KEEP = "INSERT IGNORE INTO installation (id, mark) VALUES (1, ?)";

    private final Database database;

    public MySqlMarks(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Optional<String>> find() {
        return database.answer(FIND, rows -> Rows.first(rows, row -> Columns.text(row, "mark")));
    }

    @Override
    public CompletionStage<String> keep(String mark) {
        return database.run(KEEP, rows -> rows, mark)
                .toCompletionStage()
                .thenCompose(_ -> find())
                .thenApply(Optional::orElseThrow);
    }
}
