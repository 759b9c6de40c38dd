package io.nightmarket.http;

import io.nightmarket.domain.overload.Priority;

/** Which priority a request has, by its method and its target alone: nothing else of it is read before. */
final class Priorities {
    private static final String PREFIX = "/api";
    private static final String ORDERS = "/voucher-order";
    private static final String SALES = "/seckill/";
    private static final String EVENTS = "/events";
    private static final String UNREAD_EVENTS = "/blog/of/follow/unread/events";

    private Priorities() {}

    /** @param uri as it was sent */
    static Priority of(String method, String uri) {
        int from = uri.startsWith(PREFIX + '/') ? PREFIX.length() : 0;
        boolean reads = method.equals("GET") || method.equals("HEAD");
        if (uri.startsWith(ORDERS, from)) {
            return ofOrders(method, reads, uri, from + ORDERS.length());
        }
        if (uri.startsWith("/health/", from) || uri.startsWith("/payment/", from)) {
            return Priority.FIRST;
        }
        if (uri.startsWith("/admin/", from)) {
            return reads ? Priority.BACKGROUND : Priority.FIRST;
        }
        if (uri.startsWith(UNREAD_EVENTS, from)) {
            return Priority.STREAM;
        }
        return !reads && isLogin(uri, from) ? Priority.LOGIN : Priority.READ;
    }

    private static boolean isLogin(String uri, int from) {
        return uri.startsWith("/user/login", from)
                || uri.startsWith("/user/code", from)
                || uri.startsWith("/user/logout", from);
    }

    private static Priority ofOrders(String method, boolean reads, String uri, int from) {
        if (reads) {
            return uri.startsWith(EVENTS, from) ? Priority.STREAM : Priority.READ;
        }
        boolean isWhole = from == uri.length() || uri.charAt(from) == '?';
        return method.equals("POST") && (isWhole || uri.startsWith(SALES, from)) ? Priority.BUY : Priority.FIRST;
    }
}
