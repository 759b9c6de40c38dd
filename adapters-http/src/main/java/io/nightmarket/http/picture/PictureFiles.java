package io.nightmarket.http.picture;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.picture.PictureBytes;
import io.nightmarket.domain.picture.PictureName;
import io.nightmarket.domain.picture.PictureStore;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Responses;
import io.nightmarket.http.limit.ReadLimits;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shows uploaded pictures under {@code /imgs/blogs/}. What is no name of one, or is gone, is left to the files of the site. */
final class PictureFiles {
    private static final Logger LOG = LoggerFactory.getLogger(PictureFiles.class);

    /** A name belongs to one picture for ever. */
    private static final String FOR_A_YEAR = "public, max-age=31536000, immutable";

    /** A picture that is opened by itself runs nothing. */
    private static final String NOTHING_ELSE = "default-src 'none'; sandbox";

    private final PictureStore store;
    private final ReadLimits reading;
    private final ByteBudget sent;

    /** @param sent what is in memory until clients have read it */
    PictureFiles(PictureStore store, ReadLimits reading, ByteBudget sent) {
        this.store = store;
        this.reading = reading;
        this.sent = sent;
    }

    void bind(Router router, Responses responses) {
        router.get("/imgs/blogs/*").handler(ctx -> show(ctx, responses));
    }

    private void show(RoutingContext ctx, Responses responses) {
        Optional<PictureName> name = PictureName.parse(ctx.normalizedPath());
        Answer refusal = name.isEmpty() ? null : reading.refusal(ctx.request());
        if (name.isEmpty()) {
            ctx.next();
        } else if (refusal != null) {
            responses.send(ctx, refusal);
        } else {
            Future.fromCompletionStage(store.read(name.get()), ctx.vertx().getOrCreateContext())
                    .onSuccess(found -> found.ifPresentOrElse(bytes -> send(ctx, name.get(), bytes), ctx::next))
                    .onFailure(ctx::fail);
        }
    }

    private void send(RoutingContext ctx, PictureName name, PictureBytes bytes) {
        HttpServerResponse response = ctx.response();
        long length = bytes.array().length;
        if (response.ended() || response.closed()) {
            return;
        }
        if (!sent.take(length)) {
            ctx.fail(new Unavailable("too many pictures are being sent"));
            return;
        }
        response.putHeader(HttpHeaders.CONTENT_TYPE, name.type().mediaType())
                .putHeader("X-Content-Type-Options", "nosniff")
                .putHeader(HttpHeaders.CACHE_CONTROL, FOR_A_YEAR)
                .putHeader("Content-Security-Policy", NOTHING_ELSE);
        response.end(Buffer.buffer(bytes.array()))
                .onComplete(_ -> sent.give(length))
                .onFailure(gone -> LOG.debug("a picture did not arrive: {}", gone.getMessage()));
    }
}
