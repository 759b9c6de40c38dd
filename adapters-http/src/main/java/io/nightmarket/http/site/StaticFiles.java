package io.nightmarket.http.site;

import io.nightmarket.http.limit.HeldBytes;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.FileSystemAccess;
import io.vertx.ext.web.handler.StaticHandler;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the files of a folder, and nothing outside of it. What is no file there is left to the routes that follow.
 * Vert.x' handler sends; whether it may is decided before, off the event loop, by {@link StaticDirectory}.
 */
public final class StaticFiles {
    private static final Logger LOG = LoggerFactory.getLogger(StaticFiles.class);
    private static final String PICTURES = "/imgs/";

    /** Asked for again each time, and sent again when changed: a new version of the site is there at once. */
    private static final String ASK_AGAIN = "no-cache";

    private static final String FOR_A_DAY = "public, max-age=86400";

    /** The name of an uploaded picture belongs to it for ever. */
    private static final String FOR_A_YEAR = "public, max-age=31536000, immutable";

    /** Pictures come from users, too: one that is opened by itself, such as an SVG, runs nothing. */
    private static final String POLICY_OF_PICTURES = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

    /** What Vert.x reads of a file, in HTTP/2, ahead of a client that takes nothing: 16 parts of 8 KiB. */
    private static final int READ_AHEAD = 128 << 10;

    private final Vertx vertx;
    private final HeldBytes held;
    private final String home;
    private final String cacheControl;
    private final StaticDirectory folder;
    private final StaticHandler sender;

    private StaticFiles(Vertx vertx, HeldBytes held, String home, Path folder, String cacheControl) {
        this.vertx = vertx;
        this.held = held;
        this.home = home;
        this.cacheControl = cacheControl;
        this.folder = new StaticDirectory(folder);
        this.sender = StaticHandler.create(FileSystemAccess.ROOT, folder.toString())
                .setAlwaysAsyncFS(true)
                .setFilesReadOnly(false)
                .setCacheEntryTimeout(1_000)
                .setIncludeHidden(false)
                .setDirectoryListing(false);
    }

    /** A site, at the root. */
    public static StaticFiles site(Vertx vertx, HeldBytes held, Path folder) {
        return new StaticFiles(vertx, held, "/", folder, ASK_AGAIN);
    }

    /** Pictures, under {@code /imgs/}. */
    public static StaticFiles pictures(Vertx vertx, HeldBytes held, Path folder) {
        return new StaticFiles(vertx, held, PICTURES, folder, FOR_A_DAY);
    }

    /** Pictures that users uploaded, under {@code /imgs/blogs/}. */
    public static StaticFiles uploads(Vertx vertx, HeldBytes held, Path folder) {
        return new StaticFiles(vertx, held, PICTURES + "blogs/", folder, FOR_A_YEAR);
    }

    public void bind(Router router) {
        // Every method, for a method that files don't have makes a path no path of ours.
        router.route(home + '*').handler(this::serve);
    }

    /** Sends the file that the path names, or goes on to the next route. */
    public void serve(RoutingContext ctx) {
        HttpMethod method = ctx.request().method();
        String path = ctx.normalizedPath();
        if (!path.startsWith(home) || !(method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD))) {
            ctx.next();
            return;
        }
        String file = path.substring(home.length());
        vertx.executeBlocking(() -> find(ctx, file), false)
                .onSuccess(found -> answer(ctx, found))
                .onFailure(ctx::fail);
    }

    private StaticDirectory.Found find(RoutingContext ctx, String file) throws Exception {
        StaticDirectory.Found found = folder.find(file);
        if (found == StaticDirectory.Found.FILE) {
            Ranges.check(ctx, () -> folder.lastModified(file));
        }
        return found;
    }

    private void answer(RoutingContext ctx, StaticDirectory.Found found) {
        switch (found) {
            case NOTHING -> ctx.next();
            case FILE -> {
                ctx.addHeadersEndHandler(_ -> writeHeaders(ctx));
                sender.handle(ctx);
            }
            case FOLDER_WITHOUT_SLASH ->
                ctx.response()
                        .setStatusCode(301)
                        .putHeader(HttpHeaders.LOCATION, ctx.normalizedPath() + '/')
                        .end()
                        .onFailure(gone -> LOG.debug("a redirect did not arrive: {}", gone.getMessage()));
        }
    }

    /** In HTTP/1.1 a file takes no memory. */
    private void hold(HttpServerResponse response) {
        String length = response.headers().get(HttpHeaders.CONTENT_LENGTH);
        if (response.streamId() > 0 && length != null) {
            Promise<Void> closed = Promise.promise();
            var _ = response.closeHandler(closed::tryComplete);
            held.hold(response, Math.min(Long.parseLong(length), READ_AHEAD), closed.future());
        }
    }

    private void writeHeaders(RoutingContext ctx) {
        HttpServerResponse response = ctx.response();
        boolean picture = ctx.normalizedPath().startsWith(PICTURES);
        boolean failed = response.getStatusCode() >= 400;
        response.putHeader("X-Content-Type-Options", "nosniff");
        response.putHeader(
                HttpHeaders.CACHE_CONTROL,
                failed ? "no-store" : picture && cacheControl.equals(ASK_AGAIN) ? FOR_A_DAY : cacheControl);
        if (picture && !failed) {
            response.putHeader("Content-Security-Policy", POLICY_OF_PICTURES);
        }
        hold(response);
    }
}
