package io.nightmarket.http;

import io.nightmarket.domain.overload.Priority;
import java.util.regex.Pattern;

/** Which priority a request has, by its method and its target alone: nothing else of it is read before. */
final class Priorities {
    private static final String PREFIX = "/api";
    private static final String ORDERS = "/voucher-order";
    private static final String EVENTS = "/voucher-order/events";
    private static final String UNREAD_EVENTS = "/blog/of/follow/unread/events";
    private static final Pattern RESULT = Pattern.compile("/voucher-order/seckill/\\d+/result");
    private static final Pattern FOLLOWS_PURCHASE =
            Pattern.compile("/voucher-order/(?:\\d+/(?:pay|cancel|refund)|verify)");
    private static final Pattern WAITLIST = Pattern.compile("/voucher-order/seckill/\\d+/waitlist");

    private Priorities() {}

    /** @param uri as it was sent */
    static Priority of(String method, String uri) {
        boolean reads = method.equals("GET") || method.equals("HEAD");
        int query = uri.indexOf('?');
        String path =
                uri.substring(uri.startsWith(PREFIX + '/') ? PREFIX.length() : 0, query < 0 ? uri.length() : query);
        if (!isPlain(path)) {
            return reads ? Priority.READ : Priority.BUY;
        }
        return reads ? ofReads(path) : ofChanges(method, path);
    }

    /** Others may be purchases whatever they begin with. */
    private static boolean isPlain(String path) {
        return path.startsWith("/") && path.indexOf('%') < 0 && !path.contains("/.") && !path.contains("//");
    }

    private static Priority ofReads(String path) {
        if (path.startsWith("/health/")) {
            return Priority.FIRST;
        }
        if (path.startsWith("/admin/")) {
            return Priority.BACKGROUND;
        }
        if (path.equals(EVENTS) || path.equals(UNREAD_EVENTS)) {
            return Priority.STREAM;
        }
        return path.startsWith(ORDERS) && RESULT.matcher(path).matches() ? Priority.OUTCOME : Priority.READ;
    }

    private static Priority ofChanges(String method, String path) {
        if (path.startsWith(ORDERS)) {
            Pattern first = method.equals("DELETE") ? WAITLIST : FOLLOWS_PURCHASE;
            return first.matcher(path).matches() ? Priority.FIRST : Priority.BUY;
        }
        if (path.startsWith("/payment/") || path.startsWith("/admin/") || path.startsWith("/health/")) {
            return Priority.FIRST;
        }
        return isLogin(path) ? Priority.LOGIN : Priority.READ;
    }

    private static boolean isLogin(String path) {
        return path.startsWith("/user/login") || path.startsWith("/user/code") || path.startsWith("/user/logout");
    }
}
