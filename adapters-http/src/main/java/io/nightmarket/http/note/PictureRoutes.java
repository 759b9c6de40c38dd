package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.UploadPicture;
import io.nightmarket.domain.note.UploadPicture.Outcome;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.Query;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Uploading pictures, and deleting own ones. */
public final class PictureRoutes implements Routes {
    /** The largest uploaded file, in bytes. */
    public static final int MAX_FILE = 5 << 20;

    /** The largest form with a file, in bytes. */
    public static final int MAX_FORM = MAX_FILE + 16_384;

    private static final String NAME = "name";

    private final UploadPicture pictures;
    private final PictureFiles files;
    private final Limit limit;
    private final Uploads uploads;

    /** @param folder the folder of the pictures that are shown, and of uploads under way */
    public PictureRoutes(SharedHttpState share, Vertx vertx, Path folder, UploadPicture pictures) {
        this.pictures = pictures;
        this.files = new PictureFiles(vertx, folder, share);
        this.limit = share.limits().pictures();
        this.uploads = new Uploads(vertx, folder);
    }

    @Override
    public void bind(Endpoints endpoints) {
        Options users = Options.USERS.limitedBy(limit);
        endpoints.bind("uploadPicture", users.withOwnBody(MAX_FORM), this::upload);
        endpoints.bind("deletePicture", users.unchecked().withModeration(), this::delete);
    }

    @Override
    public void bindFiles(Router router, Endpoints endpoints) {
        files.bind(router, endpoints);
    }

    private CompletionStage<Answer> upload(Request request) {
        UserId user = request.session().user();
        return uploads.run(user, request.context().request(), file -> pictures.upload(user, file))
                .thenApply(PictureRoutes::answer);
    }

    private static Answer answer(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Stored(PictureName name) -> Answer.of(name.path());
            case UploadPicture.Refusal refusal ->
                Answer.refused(
                        switch (refusal) {
                            case NO_PICTURE -> ErrorCode.PICTURE_TYPE;
                            case TOO_MANY_PIXELS -> ErrorCode.PICTURE_TOO_LARGE;
                            case TOO_MANY_TODAY -> ErrorCode.PICTURE_LIMIT;
                        });
        };
    }

    private CompletionStage<Answer> delete(Request request) {
        String name = Query.text(request.context(), NAME).orElseThrow(() -> Refusal.malformed(NAME));
        return PictureName.parse(name)
                .map(found -> pictures.delete(request.owner(), found))
                .orElseGet(() -> CompletableFuture.completedStage(false))
                .thenApply(deleted -> deleted ? Answer.DONE : Answer.refused(ErrorCode.PICTURE_NOT_FOUND));
    }
}
