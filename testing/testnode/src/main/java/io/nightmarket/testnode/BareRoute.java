package io.nightmarket.testnode;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;

/** What the machine can do at best: a route that answers a constant, on the product's own router, port and connections. */
final class BareRoute {
    /** Before all routes of the product. */
    static final int FIRST = Integer.MIN_VALUE;

    private static final Buffer ANSWER = Buffer.buffer("{\"success\":true,\"data\":\"1000000000000000000\"}");

    private BareRoute() {}

    static void bind(Router router) {
        router.route("/bare").order(FIRST).handler(ctx -> {
            ctx.response().putHeader("content-type", "application/json");
            var _ = ctx.response().end(ANSWER);
        });
    }
}
