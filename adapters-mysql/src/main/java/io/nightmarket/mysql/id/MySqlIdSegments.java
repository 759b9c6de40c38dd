package io.nightmarket.mysql.id;

import io.nightmarket.domain.id.IdSegments;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.time.LocalDate;
import java.util.concurrent.CompletionStage;

/**
 * A row a day, which one statement moves on: what it says is committed before it is answered. A run begins above a floor
 * that rises with the time of the day, so that a database that lost its last commits leases above what they leased.
 */
public final class MySqlIdSegments implements IdSegments {
    /** Numbers a second: those of a whole day leave 61 million for runs that begin in its last second. */
    static final int RATE = 49_000;

    private static final String FLOOR =
            "LEAST(86400, GREATEST(0, TIMESTAMPDIFF(SECOND, ?, UTC_TIMESTAMP()))) * " + RATE;
    private static final String LEASE = "INSERT INTO id_segment (day, leased)"
            + " VALUES (?, LAST_INSERT_ID(GREATEST(?, " + FLOOR + ") + ?))"
            + " ON DUPLICATE KEY UPDATE leased = LAST_INSERT_ID(GREATEST(leased, ?, " + FLOOR + ") + ?)";

    private final Database database;

    public MySqlIdSegments(Database database) {
        this.database = database;
    }

    @Override
    public CompletionStage<Long> lease(LocalDate day, int size, long above) {
        return database.answer(
                LEASE, rows -> Rows.lastInsertId(rows) - size + 1, day, above, day, (long) size, above, day, (long)
                        size);
    }
}
