package io.nightmarket.http.note;

import io.nightmarket.domain.note.PictureName;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.limit.ReadLimits;
import io.nightmarket.http.site.StaticFiles;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.nio.file.Path;

/** Shows uploaded pictures under {@code /imgs/blogs/}. What is no name of one, or is gone, is left to the files of the site. */
final class PictureFiles {
    private final StaticFiles files;
    private final ReadLimits reading;

    PictureFiles(Vertx vertx, Path folder, SharedHttpState share) {
        this.files = StaticFiles.uploads(vertx, share.held(), folder.resolve("blogs"));
        this.reading = share.reading();
    }

    void bind(Router router, Responses responses) {
        router.route("/imgs/blogs/*").handler(ctx -> show(ctx, responses));
    }

    private void show(RoutingContext ctx, Responses responses) {
        if (PictureName.parse(ctx.normalizedPath()).isEmpty()) {
            ctx.next();
            return;
        }
        Answer refusal = reading.refusal(ctx.request());
        if (refusal == null) {
            files.serve(ctx);
        } else {
            responses.send(ctx, refusal);
        }
    }
}
