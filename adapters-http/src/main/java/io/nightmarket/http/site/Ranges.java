package io.nightmarket.http.site;

import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes ranges away that don't count, so that the whole file is sent (RFC 9110, 13.1.5 and 14.2): Vert.x' handler looks at the
 * range alone. A download that is resumed must not join two versions of a file.
 */
final class Ranges {
    private static final CharSequence RANGE = HttpHeaders.createOptimized("Range");
    private static final CharSequence IF_RANGE = HttpHeaders.createOptimized("If-Range");
    private static final Pattern FIRST_AND_LAST = Pattern.compile("bytes=([0-9]{1,18})-([0-9]{1,18})?");

    private Ranges() {}

    /** @param changed when the file was, which is asked for only where it matters */
    static void check(RoutingContext ctx, Callable<Instant> changed) throws Exception {
        MultiMap headers = ctx.request().headers();
        String range = headers.get(RANGE);
        String condition = headers.get(IF_RANGE);
        if (range != null
                && (RequestTarget.isHead(ctx)
                        || !isOne(range)
                        || (condition != null && !names(changed.call(), condition)))) {
            headers.remove(RANGE);
        }
    }

    private static boolean isOne(String range) {
        Matcher numbers = FIRST_AND_LAST.matcher(range);
        return numbers.matches()
                && (numbers.group(2) == null || Long.parseLong(numbers.group(1)) <= Long.parseLong(numbers.group(2)));
    }

    /** A tag names no version: files have none here. */
    private static boolean names(Instant changed, String condition) {
        try {
            return changed.equals(Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(condition)));
        } catch (DateTimeException e) {
            return false;
        }
    }
}
