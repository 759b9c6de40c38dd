package io.nightmarket.bench.sale;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;

/** What the machine can do at best: a Vert.x router with one route that answers a constant. */
final class BareServer extends VerticleBase {
    private static final Buffer ANSWER = Buffer.buffer("{\"success\":true,\"data\":\"1000000000000000000\"}");

    private final int port;

    BareServer(int port) {
        this.port = port;
    }

    @Override
    public Future<?> start() {
        Router router = Router.router(vertx);
        router.route("/bare").handler(context -> {
            context.response().putHeader("content-type", "application/json");
            var _ = context.response().end(ANSWER);
        });
        return vertx.createHttpServer().requestHandler(router).listen(port, "127.0.0.1");
    }
}
