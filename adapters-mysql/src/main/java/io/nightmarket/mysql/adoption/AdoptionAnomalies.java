package io.nightmarket.mysql.adoption;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Names the rows that break our rules; changes none. */
public final class AdoptionAnomalies {
    private static final int NAMED = 5;

    private AdoptionAnomalies() {}

    /**
     * How many there are of each kind, with the first ids, in one line; nothing when all is well.
     *
     * @param ceiling no id that a clock made can be larger
     */
    public static Optional<String> describe(Connection connection, long ceiling) throws SQLException {
        List<String> found = new ArrayList<>();
        for (AdoptionAnomaly kind : AdoptionAnomaly.values()) {
            long count = StartQueries.number(connection, kind.count(ceiling));
            if (count > 0) {
                found.add(count + " " + kind.description() + " (" + first(connection, kind, ceiling)
                        + (count > NAMED ? ", …)" : ")"));
            }
        }
        return found.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", found));
    }

    private static String first(Connection connection, AdoptionAnomaly kind, long ceiling) throws SQLException {
        return StartQueries.rows(connection, kind.ids(ceiling) + " ORDER BY 1 LIMIT " + NAMED).stream()
                .map(List::getFirst)
                .collect(Collectors.joining(", "));
    }
}
