package io.nightmarket.http.request;

import io.nightmarket.http.answer.Refusal;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts the target of a request into the form that the routes know: a path and a query without the scheme and host that
 * clients of proxies write before them (RFC 9112, 3.2.2), without the {@code /api} that no proxy took off, and escaped, for
 * some front ends never escape what they put into a query.
 */
public final class RequestTarget {
    private static final Pattern HOST = Pattern.compile("https?://[^/?]*", Pattern.CASE_INSENSITIVE);
    private static final String ROOT = "/";
    private static final String PREFIX = "/api/";
    private static final String SEEN = "targetRewritten";
    private static final String HAD_PREFIX = "targetHadPrefix";
    private static final String IS_HEAD = "targetIsHead";
    private static final int LAST_ASCII = 0x7f;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private RequestTarget() {}

    /** Goes on, or starts again with a better target; what is no path, such as {@code *}, names nothing here. */
    public static void rewrite(RoutingContext ctx) {
        String uri = ctx.request().uri();
        String local = withoutHost(uri);
        if (!local.startsWith(ROOT)) {
            ctx.fail(Refusal.malformed("target"));
            return;
        }
        boolean hasPrefix = local.startsWith(PREFIX);
        String better = escaped(hasPrefix ? local.substring(PREFIX.length() - 1) : local);
        boolean head = ctx.request().method().equals(HttpMethod.HEAD);
        if ((better.equals(uri) && !head) || ctx.get(SEEN) != null) {
            ctx.next();
        } else {
            ctx.put(SEEN, true);
            ctx.put(HAD_PREFIX, hasPrefix);
            ctx.put(IS_HEAD, head);
            // HEAD is GET without the body, which the server leaves out by itself.
            ctx.reroute(head ? HttpMethod.GET : ctx.request().method(), better);
        }
    }

    private static String withoutHost(String uri) {
        if (uri.startsWith(ROOT)) {
            return uri;
        }
        Matcher host = HOST.matcher(uri);
        if (!host.lookingAt()) {
            return uri;
        }
        String rest = uri.substring(host.end());
        return rest.startsWith(ROOT) ? rest : ROOT + rest;
    }

    /** Whether the target of a request can be read as it is. */
    public static boolean isEscaped(String uri) {
        return escaped(uri).equals(uri);
    }

    /** Whether the head of the answer is all that is sent; routes see such a request as GET. */
    public static boolean isHead(RoutingContext ctx) {
        return Boolean.TRUE.equals(ctx.get(IS_HEAD));
    }

    /** Whether it came with the {@code /api} under which there is nothing but the API. */
    public static boolean hadPrefix(RoutingContext ctx) {
        return Boolean.TRUE.equals(ctx.get(HAD_PREFIX));
    }

    /**
     * Escapes raw bytes, percent signs that escape nothing, and semicolons, which would part parameters. Answers an equal
     * string when there are none.
     */
    static String escaped(String uri) {
        for (int i = 0; i < uri.length(); i++) {
            if (needsEscape(uri, i)) {
                return escapedFrom(uri, i);
            }
        }
        return uri;
    }

    private static String escapedFrom(String uri, int start) {
        StringBuilder escaped = new StringBuilder(uri.length() + 32).append(uri, 0, start);
        for (int i = start; i < uri.length(); i++) {
            char c = uri.charAt(i);
            if (needsEscape(uri, i)) {
                // The server's decoder makes one character of each byte.
                escaped.append('%').append(HEX.toHexDigits((byte) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private static boolean needsEscape(String uri, int i) {
        char c = uri.charAt(i);
        return c > LAST_ASCII || c == ';' || (c == '%' && !(isHexDigit(uri, i + 1) && isHexDigit(uri, i + 2)));
    }

    private static boolean isHexDigit(String uri, int i) {
        return i < uri.length() && HexFormat.isHexDigit(uri.charAt(i));
    }
}
