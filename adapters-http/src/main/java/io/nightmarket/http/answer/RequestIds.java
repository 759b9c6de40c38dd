package io.nightmarket.http.answer;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Names requests, so that an answer can be found in the log. Cheap: a random part for the verticle, and a count. What
 * a client sends as an id is not taken over, for it could forge lines of the log. Used by one event loop.
 */
public final class RequestIds {
    private static final CharSequence HEADER = HttpHeaders.createOptimized("X-Request-Id");

    private final String prefix;
    private long count;

    public RequestIds() {
        byte[] random = new byte[5];
        new SecureRandom().nextBytes(random);
        this.prefix = HexFormat.of().formatHex(random) + '-';
    }

    /** The request's id; the first call gives it one and writes it into the answer's head. */
    public String of(RoutingContext ctx) {
        return of(ctx.response());
    }

    String of(HttpServerResponse response) {
        String known = response.headers().get(HEADER);
        if (known != null) {
            return known;
        }
        String id = prefix + Long.toString(++count, Character.MAX_RADIX);
        response.putHeader(HEADER, id);
        return id;
    }
}
