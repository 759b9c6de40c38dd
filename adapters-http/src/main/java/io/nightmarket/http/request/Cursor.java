package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;

/** Cursors of lists whose places are two numbers, {@code 12-34}. */
public final class Cursor {
    private static final String NAME = "cursor";

    private Cursor() {}

    /** The place that two numbers name; throws IllegalArgumentException when there is none. */
    @FunctionalInterface
    public interface Reader<P> {
        P place(long first, long second);
    }

    public static String write(long first, long second) {
        return first + "-" + second;
    }

    /** The contract says that both are digits; numbers beyond 63 bits are refused. */
    public static <P> Optional<P> read(RoutingContext context, Reader<P> reader) {
        return Query.text(context, NAME).map(cursor -> place(cursor, reader));
    }

    private static <P> P place(String cursor, Reader<P> reader) {
        try {
            int dash = cursor.indexOf('-');
            return reader.place(
                    Long.parseLong(cursor, 0, dash, 10), Long.parseLong(cursor, dash + 1, cursor.length(), 10));
        } catch (IllegalArgumentException e) {
            throw Refusal.malformed(NAME);
        }
    }
}
