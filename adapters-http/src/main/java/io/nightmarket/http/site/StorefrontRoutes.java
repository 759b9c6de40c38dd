package io.nightmarket.http.site;

import io.nayuki.qrcodegen.QrCode;
import io.nightmarket.http.OwnMachine;
import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Objects;

/** The storefront at {@code /}, its files below {@code /pages}, and what they need of this node beside the API. */
public final class StorefrontRoutes {
    /** The path above the files. */
    public static final String HOME = "/pages/";

    private static final int QUIET_ZONE = 4;

    private final Vertx vertx;
    private final Assets assets;
    private final Clock clock;
    private final ZoneId timeZone;
    private final boolean showsCodes;

    /** @param showsCodes whether a login code is shown on the page to a browser on this machine */
    public StorefrontRoutes(Vertx vertx, Clock clock, ZoneId timeZone, boolean showsCodes) {
        this.vertx = vertx;
        this.assets = new Assets(vertx);
        this.clock = clock;
        this.timeZone = timeZone;
        this.showsCodes = showsCodes;
    }

    /**
     * What is below {@link #HOME}; what is no file goes on. Files are served under overload, too: one costs no more than its
     * refusal, and without it there is no page.
     */
    public Router files() {
        Router files = Router.router(vertx);
        files.get("/site.json").handler(this::site);
        files.getWithRegex("/qr/(?<number>[0-9]{1,19})[.]svg").handler(StorefrontRoutes::code);
        files.getWithRegex("/lib/lit-html/(?<file>[a-z0-9/-]+[.]js)").handler(this::library);
        files.getWithRegex("/(?<file>[a-z0-9/-]+[.](?:js|css|svg))").handler(this::file);
        return files;
    }

    /** The first page, at {@code /}, which is none of the API's. */
    public void index(RoutingContext ctx) {
        if (RequestTarget.hadPrefix(ctx)) {
            ctx.next();
        } else {
            assets.send(ctx, () -> Asset.own(HOME + "index.html"));
        }
    }

    private void file(RoutingContext ctx) {
        String file = named(ctx, "file");
        assets.send(ctx, () -> Asset.own(HOME + file));
    }

    private void library(RoutingContext ctx) {
        String file = named(ctx, "file");
        assets.send(ctx, () -> Asset.ofWebjar("org.webjars.npm", "lit-html", file));
    }

    private static String named(RoutingContext ctx, String group) {
        return Objects.requireNonNull(ctx.pathParam(group), group);
    }

    /** What a page must know before it shows times: the clock and the zone of the API's. */
    private void site(RoutingContext ctx) {
        JsonObject site = new JsonObject()
                .put("now", clock.millis())
                .put("timeZone", timeZone.getId())
                .put("showsCodes", showsCodes && OwnMachine.asks(ctx));
        Assets.send(ctx, "application/json", "no-store", site.encode());
    }

    /** The number of an order as a QR code. */
    private static void code(RoutingContext ctx) {
        QrCode code = QrCode.encodeText(named(ctx, "number"), QrCode.Ecc.MEDIUM);
        Assets.send(ctx, "image/svg+xml", "private, max-age=86400", svg(code));
    }

    private static String svg(QrCode code) {
        int size = code.size + 2 * QUIET_ZONE;
        StringBuilder path = new StringBuilder();
        for (int y = 0; y < code.size; y++) {
            for (int x = 0; x < code.size; x++) {
                if (code.getModule(x, y)) {
                    path.append('M')
                            .append(x + QUIET_ZONE)
                            .append(' ')
                            .append(y + QUIET_ZONE)
                            .append("h1v1h-1z");
                }
            }
        }
        return """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">
                <rect width="100%%" height="100%%" fill="#fff"/><path d="%s"/></svg>
                """.formatted(size, size, path);
    }
}
