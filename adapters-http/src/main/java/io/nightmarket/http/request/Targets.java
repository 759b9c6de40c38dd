package io.nightmarket.http.request;

import io.vertx.ext.web.RoutingContext;
import java.util.Locale;

/**
 * Puts the target of a request into the form that the routes know: without the {@code /api} that a front end in front
 * of no proxy leaves there, and with raw bytes of UTF-8 percent-encoded, as some front ends never escape what they put
 * into a query.
 */
public final class Targets {
    private static final String PREFIX = "/api/";
    private static final String SEEN = "targetRewritten";
    private static final int LAST_ASCII = 0x7f;

    private Targets() {}

    /** Goes on, or starts again with a better target. */
    public static void rewrite(RoutingContext ctx) {
        String uri = ctx.request().uri();
        String better = escaped(uri.startsWith(PREFIX) ? uri.substring(PREFIX.length() - 1) : uri);
        if (better.equals(uri) || ctx.get(SEEN) != null) {
            ctx.next();
        } else {
            ctx.put(SEEN, true);
            ctx.reroute(better);
        }
    }

    /** The same string when there is nothing to escape. */
    static String escaped(String uri) {
        int i = 0;
        while (i < uri.length() && uri.charAt(i) <= LAST_ASCII) {
            i++;
        }
        if (i == uri.length()) {
            return uri;
        }
        StringBuilder escaped = new StringBuilder(uri.length() + 32).append(uri, 0, i);
        for (; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (c <= LAST_ASCII) {
                escaped.append(c);
            } else {
                // The server's decoder makes one character of each byte.
                escaped.append(String.format(Locale.ROOT, "%%%02X", c & 0xff));
            }
        }
        return escaped.toString();
    }
}
