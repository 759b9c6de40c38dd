package io.nightmarket.http.site;

import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes ranges away that don't count, so that the whole file is sent (RFC 9110, 13.1.5 and 14.2): Vert.x' handler looks at the
 * range alone. A download that is resumed must not join two versions of a file.
 */
final class Ranges {
    private static final CharSequence RANGE = HttpHeaders.createOptimized("Range");
    private static final CharSequence IF_RANGE = HttpHeaders.createOptimized("If-Range");
    private static final Pattern FIRST_AND_LAST = Pattern.compile("bytes=([0-9]+)-([0-9]+)");

    private static final int MAX_DIGITS = 18;

    private Ranges() {}

    /** What the file was last changed at. */
    @FunctionalInterface
    interface Changed {
        Instant at() throws IOException;
    }

    static void check(RoutingContext ctx, Changed changed) throws IOException {
        MultiMap headers = ctx.request().headers();
        String range = headers.get(RANGE);
        if (range == null) {
            return;
        }
        String condition = headers.get(IF_RANGE);
        if (RequestTarget.isHead(ctx)
                || isBackwards(range)
                || (condition != null && !changed.at().equals(date(condition)))) {
            headers.remove(RANGE);
        } else if (isEndless(range)) {
            headers.set(RANGE, range.substring(0, range.indexOf('-') + 1));
        }
    }

    private static boolean isBackwards(String range) {
        Matcher numbers = FIRST_AND_LAST.matcher(range);
        return numbers.matches() && new BigInteger(numbers.group(2)).compareTo(new BigInteger(numbers.group(1))) < 0;
    }

    /** A last byte that no number holds. */
    private static boolean isEndless(String range) {
        Matcher numbers = FIRST_AND_LAST.matcher(range);
        return numbers.matches() && numbers.group(2).length() > MAX_DIGITS;
    }

    /** Null for a tag, which no file has here. */
    private static @Nullable Instant date(String text) {
        try {
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
        } catch (DateTimeException e) {
            return null;
        }
    }
}
