package io.nightmarket.http.site;

import io.nightmarket.http.answer.Catalogue;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/**
 * {@code /docs}: Swagger UI over the contract, the contract itself, and the catalogue of codes. Everything comes from the
 * class path, and the pages may load nothing from elsewhere. Addresses are relative: a proxy may put a path before them.
 */
public final class DocsRoutes {
    private static final String HOME = "/docs";
    private static final List<String> OWN = List.of("docs.css", "docs.js");
    private static final List<String> OF_SWAGGER_UI =
            List.of("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png");

    private final Assets assets;
    private final Catalogue catalogue;

    public DocsRoutes(Vertx vertx, Catalogue catalogue) {
        this.assets = new Assets(vertx);
        this.catalogue = catalogue;
    }

    /** Adds the pages. */
    public void bind(Router router) {
        router.get(HOME).handler(this::index);
        router.get(HOME + "/codes")
                .handler(ctx -> Assets.send(ctx, "text/html;charset=utf-8", "no-cache", CodesPage.render(catalogue)));
        router.get(HOME + "/openapi.yaml").handler(ctx -> assets.send(ctx, () -> Asset.own("/openapi.yaml")));
        OWN.forEach(name ->
                router.get(HOME + '/' + name).handler(ctx -> assets.send(ctx, () -> Asset.own("/docs/" + name))));
        OF_SWAGGER_UI.forEach(name -> router.get(HOME + '/' + name)
                .handler(ctx -> assets.send(ctx, () -> Asset.ofWebjar("org.webjars", "swagger-ui", name))));
    }

    private void index(RoutingContext ctx) {
        if (ctx.normalizedPath().endsWith("/")) {
            assets.send(ctx, () -> Asset.own("/docs/index.html"));
        } else {
            Assets.end(ctx.response()
                    .setStatusCode(301)
                    .putHeader(HttpHeaders.LOCATION, "docs/")
                    .end());
        }
    }
}
