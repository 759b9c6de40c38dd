package io.nightmarket.http.note;

import io.nightmarket.domain.note.PictureName;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.site.StaticFiles;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.file.Path;

/** Shows uploaded pictures under {@code /imgs/blogs/}. What is no name of one, or is gone, is left to the files of the site. */
final class PictureFiles {
    private final Vertx vertx;
    private final HeldBytes held;
    private final Path folder;
    private final Limit limit;

    PictureFiles(Vertx vertx, Path folder, SharedHttpState share) {
        this.vertx = vertx;
        this.held = share.held();
        this.folder = folder.resolve("blogs");
        this.limit = share.limits().reads();
    }

    void bind(Router router, Endpoints endpoints) {
        StaticFiles files = StaticFiles.uploads(vertx, held, folder);
        router.route("/imgs/blogs/*").handler(ctx -> show(ctx, files, endpoints));
    }

    private void show(RoutingContext ctx, StaticFiles files, Endpoints endpoints) {
        if (PictureName.parse(ctx.normalizedPath()).isEmpty()) {
            ctx.next();
        } else if (endpoints.mayGoOn(Priority.READ, ctx)) {
            Answer refusal = limit.refusal(new Request(ctx, null, "getPicture"));
            if (refusal == null) {
                files.serve(ctx);
            } else {
                endpoints.responses().send(ctx, refusal);
            }
        }
    }
}
