package io.nightmarket.mysql;

import static io.nightmarket.domain.contract.Stages.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.nightmarket.mysql.client.Columns;
import io.nightmarket.mysql.client.Database;
import io.nightmarket.mysql.client.Rows;
import java.util.function.Supplier;

/** Counts the rows that the server reads for the one connection of a database. */
record RowsRead(Database database) {
    private long count() {
        return await(database.answer(
                "SHOW SESSION STATUS LIKE 'Handler_read%'",
                rows -> Rows.all(rows, row -> Columns.text(row, "Value")).stream()
                        .mapToLong(Long::parseLong)
                        .sum()));
    }

    /** The outcome of work that reads fewer rows than these. */
    <T> T fewerThan(long rows, Supplier<T> work) {
        long before = count();
        T result = work.get();
        long read = count() - before;
        assertTrue(read < rows, () -> read + " rows were read");
        return result;
    }
}
