package io.nightmarket.mysql.id;

import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.time.LocalDate;
import java.util.concurrent.CompletionStage;

/** A row a day, which one statement moves on: what it says is committed before it is answered. */
public final class MySqlIdSegments implements IdSegments {
    private static final String LEASE = "INSERT INTO id_segment (day, leased) VALUES (?, LAST_INSERT_ID(?))"
            + " ON DUPLICATE KEY UPDATE leased = LAST_INSERT_ID(leased + ?)";

    private final Database database;

    public MySqlIdSegments(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Long> lease(LocalDate day, int size) {
        return database.answer(LEASE, rows -> Rows.said(rows) - size + 1, day, (long) size, (long) size);
    }
}
