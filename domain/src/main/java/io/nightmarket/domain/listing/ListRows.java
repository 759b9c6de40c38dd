package io.nightmarket.domain.listing;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Reads the rows of lists, by place, descending. Fails with {@code Unavailable} or {@code TimedOut}. */
public interface ListRows {
    /** Counts are exact up to here. */
    long MAX_COUNTED = 10_000;

    enum Test {
        ONE_OF,
        /** Not less than the only value. */
        FROM,
        /** Less than the only value. */
        BEFORE
    }

    /** What rows must have in a column; values are {@code Long}, {@code String} or {@code Instant}. */
    record Condition(String column, Test test, List<?> values) {
        public Condition {
            values = List.copyOf(values);
        }
    }

    /** Rows that meet all conditions. */
    record Selection(StaffList list, List<Condition> conditions) {
        public Selection {
            conditions = List.copyOf(conditions);
        }
    }

    /** Where a row stands: sales by their id, orders by sale and then by id. */
    record Place(long first, long second) {}

    /** Values in the order of the columns: {@code Long}, {@code String}, {@code Instant} or null. */
    record Row(List<@Nullable Object> values) {}

    /**
     * A page.
     *
     * @param next after which the rest comes; empty: there is none. A page with a rest may be short, or empty: one read looks
     *     at a bounded number of rows
     */
    record Page(List<Row> rows, Optional<Place> next) {}

    /**
     * How many rows there are.
     *
     * @param moreThan whether there may be more
     */
    record Count(long total, boolean moreThan) {}

    /** A page; who goes on at {@code next} meets every row that was there from the first page on, and none twice. */
    CompletionStage<Page> page(Selection query, Optional<Place> after, int size);

    /** Counts up to {@link #MAX_COUNTED}, or fewer where one read can't look at all rows. */
    CompletionStage<Count> count(Selection query);
}
