package io.nightmarket.http.site;

import io.nightmarket.http.answer.EntityTags;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.io.FileNotFoundException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends files of the class path, which may load nothing from elsewhere; each is read once for an event loop, outside of it. */
final class Assets {
    private static final Logger LOG = LoggerFactory.getLogger(Assets.class);
    private static final CharSequence ENCODINGS = HttpHeaders.ACCEPT_ENCODING;
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Vertx vertx;
    private final Map<String, Future<Asset>> read = new HashMap<>();

    Assets(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Sends a file; one that is not there leaves the request to the next route, and is not remembered. */
    void send(RoutingContext ctx, Callable<Asset> asset) {
        String path = ctx.normalizedPath();
        Future<Asset> reading = read.computeIfAbsent(path, _ -> vertx.executeBlocking(asset, false));
        reading.onSuccess(found -> send(ctx, found)).onFailure(failure -> {
            read.remove(path, reading);
            if (failure instanceof FileNotFoundException) {
                ctx.next();
            } else {
                ctx.fail(failure);
            }
        });
    }

    private static void send(RoutingContext ctx, Asset asset) {
        HttpServerResponse response = guard(ctx.response());
        Asset.Body compressed = acceptsCompressed(ctx) ? asset.compressed() : null;
        Asset.Body body = compressed == null ? asset.plain() : compressed;
        response.putHeader(HttpHeaders.ETAG, body.tag()).putHeader(HttpHeaders.VARY, ENCODINGS);
        if (EntityTags.heldBy(ctx.request(), body.tag())) {
            end(response.setStatusCode(304).end());
            return;
        }
        if (compressed != null) {
            response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        // A copy's indexes are its own; the bytes are shared.
        Buffer content = body.content().slice();
        end(response.putHeader(HttpHeaders.CONTENT_TYPE, asset.type()).end(content));
    }

    private static boolean acceptsCompressed(RoutingContext ctx) {
        String accepted = ctx.request().getHeader(ENCODINGS);
        return accepted != null && accepted.contains("gzip");
    }

    /** Sends a text that is made for this request. */
    static void send(RoutingContext ctx, String type, String cacheControl, String content) {
        end(guard(ctx.response())
                .putHeader(HttpHeaders.CONTENT_TYPE, type)
                .putHeader(HttpHeaders.CACHE_CONTROL, cacheControl)
                .end(content));
    }

    private static HttpServerResponse guard(HttpServerResponse response) {
        return response.putHeader("Content-Security-Policy", POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    }

    static void end(Future<Void> sent) {
        sent.onFailure(gone -> LOG.debug("a page did not arrive: {}", gone.getMessage()));
    }
}
