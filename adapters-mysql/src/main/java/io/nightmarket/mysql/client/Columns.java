package io.nightmarket.mysql.client;

import io.nightmarket.domain.account.UserId;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** Reads columns as adopted databases have them: null where it should not be, flags for small numbers. */
public final class Columns {
    private Columns() {}

    /** The number; 0 for null. */
    public static long number(Row row, String column) {
        Long value = numberOrNull(row, column);
        return value == null ? 0 : value;
    }

    /** As {@link #number}, for a column that holds no great numbers. */
    public static int small(Row row, String column) {
        return Math.clamp(number(row, column), Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    public static @Nullable Long numberOrNull(Row row, String column) {
        return switch (row.getValue(column)) {
            case null -> null;
            case Number number -> number.longValue();
            case Boolean flag -> flag ? 1L : 0L;
            case Object other -> throw new IllegalArgumentException(column + " is no number but " + other.getClass());
        };
    }

    /** The user; null for none, and for a number that is no user's. */
    public static @Nullable UserId user(Row row, String column) {
        long user = number(row, column);
        return user > 0 ? new UserId(user) : null;
    }

    /** The number; 0 for null. */
    public static double real(Row row, String column) {
        return row.getValue(column) instanceof Number number ? number.doubleValue() : 0;
    }

    /** The text; empty for null. */
    public static String text(Row row, String column) {
        String value = row.getString(column);
        return value == null ? "" : value;
    }

    public static @Nullable String textOrNull(Row row, String column) {
        return row.getString(column);
    }

    /** The time; the epoch for null. */
    public static Instant time(Row row, String column) {
        Instant value = timeOrNull(row, column);
        return value == null ? Instant.EPOCH : value;
    }

    public static @Nullable Instant timeOrNull(Row row, String column) {
        LocalDateTime value = row.getLocalDateTime(column);
        return value == null ? null : value.toInstant(ZoneOffset.UTC);
    }

    /** A time as sessions at +00:00 write it, cut to milliseconds because the server would round up. */
    public static LocalDateTime millis(Instant time) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC).truncatedTo(ChronoUnit.MILLIS);
    }

    /** As {@link #millis}, for a column of whole seconds. */
    public static LocalDateTime seconds(Instant time) {
        return LocalDateTime.ofInstant(time, ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS);
    }
}
