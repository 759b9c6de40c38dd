package io.nightmarket.http.site;

import io.nightmarket.http.answer.Catalogue;
import io.nightmarket.http.answer.EntityTags;
import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /docs}: Swagger UI over the contract, the contract itself, and the catalogue of codes. Everything comes from the
 * class path, and the pages may load nothing from elsewhere. Addresses are relative: a proxy may put a path before them.
 */
public final class DocsRoutes {
    private static final Logger LOG = LoggerFactory.getLogger(DocsRoutes.class);
    private static final String HOME = "/docs";
    private static final List<String> OWN = List.of("docs.css", "docs.js");
    private static final List<String> OF_SWAGGER_UI =
            List.of("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png");
    private static final String POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; "
            + "img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private final Vertx vertx;
    private final Catalogue catalogue;
    private final Map<String, Future<Asset>> read = new HashMap<>();

    public DocsRoutes(Vertx vertx, Catalogue catalogue) {
        this.vertx = vertx;
        this.catalogue = catalogue;
    }

    /**
     * Adds the pages.
     *
     * @param atRoot whether the root, where no front end is, leads to the documentation
     */
    public void bind(Router router, boolean atRoot) {
        if (atRoot) {
            router.get("/").handler(DocsRoutes::leadHere);
        }
        router.get(HOME).handler(this::index);
        router.get(HOME + "/codes").handler(this::codes);
        router.get(HOME + "/openapi.yaml").handler(ctx -> send(ctx, () -> Asset.own("/openapi.yaml")));
        OWN.forEach(name -> router.get(HOME + '/' + name).handler(ctx -> send(ctx, () -> Asset.own("/docs/" + name))));
        OF_SWAGGER_UI.forEach(name ->
                router.get(HOME + '/' + name).handler(ctx -> send(ctx, () -> Asset.ofSwaggerUi(name))));
    }

    /** For the time being: a front end may come. */
    private static void leadHere(RoutingContext ctx) {
        if (RequestTarget.hadPrefix(ctx)) {
            ctx.next();
        } else {
            leadTo(302, ctx.response());
        }
    }

    private static void leadTo(int status, HttpServerResponse response) {
        end(response.setStatusCode(status)
                .putHeader(HttpHeaders.LOCATION, "docs/")
                .end());
    }

    private void index(RoutingContext ctx) {
        if (ctx.normalizedPath().endsWith("/")) {
            send(ctx, () -> Asset.own("/docs/index.html"));
        } else {
            leadTo(301, ctx.response());
        }
    }

    private void codes(RoutingContext ctx) {
        HttpServerResponse response = guarded(ctx.response());
        response.putHeader(HttpHeaders.CONTENT_TYPE, "text/html;charset=utf-8");
        end(response.end(CodesPage.render(catalogue)));
    }

    /** Read once, off the event loop. */
    private void send(RoutingContext ctx, Callable<Asset> asset) {
        String path = ctx.normalizedPath();
        read.computeIfAbsent(path, _ -> vertx.executeBlocking(asset))
                .onSuccess(found -> send(ctx, found))
                .onFailure(ctx::fail);
    }

    private static void send(RoutingContext ctx, Asset asset) {
        HttpServerResponse response = guarded(ctx.response());
        response.putHeader(HttpHeaders.ETAG, asset.tag());
        if (EntityTags.heldBy(ctx.request(), asset.tag())) {
            end(response.setStatusCode(304).end());
        } else {
            // A copy's indexes are its own; the bytes are shared.
            Buffer content = asset.content().slice();
            end(response.putHeader(HttpHeaders.CONTENT_TYPE, asset.type()).end(content));
        }
    }

    private static HttpServerResponse guarded(HttpServerResponse response) {
        return response.putHeader("Content-Security-Policy", POLICY)
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader("Referrer-Policy", "no-referrer")
                .putHeader(HttpHeaders.CACHE_CONTROL, "no-cache");
    }

    private static void end(Future<Void> sent) {
        sent.onFailure(gone -> LOG.debug("a page did not arrive: {}", gone.getMessage()));
    }
}
