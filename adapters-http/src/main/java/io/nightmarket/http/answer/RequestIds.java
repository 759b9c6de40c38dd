package io.nightmarket.http.answer;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * Names requests, so that an answer can be found in the log. An id has 128 random bits, so that it does not reveal how many
 * requests there are. What a client sends as an id is not taken over, for it could forge lines of the log. Used by one
 * event loop.
 */
public final class RequestIds {
    private static final CharSequence HEADER = HttpHeaders.createOptimized("X-Request-Id");
    private static final HexFormat HEX = HexFormat.of();
    private static final int ID_BYTES = 16;
    /** Drawing many at once is cheaper. */
    private static final int IDS_DRAWN = 256;

    private final RandomGenerator random;
    private final byte[] drawn = new byte[IDS_DRAWN * ID_BYTES];
    private int used = drawn.length;

    /** @param random must not be predictable from its earlier output */
    public RequestIds(RandomGenerator random) {
        this.random = random;
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
        String id = next();
        response.putHeader(HEADER, id);
        return id;
    }

    private String next() {
        if (used == drawn.length) {
            random.nextBytes(drawn);
            used = 0;
        }
        used += ID_BYTES;
        return HEX.formatHex(drawn, used - ID_BYTES, used);
    }
}
