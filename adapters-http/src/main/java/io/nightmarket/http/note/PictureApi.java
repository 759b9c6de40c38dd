package io.nightmarket.http.note;

import io.nightmarket.domain.note.UploadPicture;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.UserLimit;
import io.nightmarket.http.route.Routes;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;

/** Pictures over HTTP: what the event loops of a node share, and the routes of each. */
public final class PictureApi {
    /** Limits one user: pictures that are uploaded and deleted. */
    private static final RateLimit WRITES = new RateLimit(120, Duration.ofMinutes(1));

    private final SharedHttpState share;
    private final Vertx vertx;
    private final Path folder;
    private final UserLimit writing;
    private final Uploads uploads;

    /** @param folder the folder of the pictures that are shown, and of uploads under way */
    public PictureApi(SharedHttpState share, Vertx vertx, Path folder) {
        this.share = share;
        this.vertx = vertx;
        this.folder = folder;
        this.writing = new UserLimit(share.buckets(WRITES));
        this.uploads = new Uploads(vertx, folder);
    }

    public Routes routes(UploadPicture upload) {
        return new PictureRoutes(upload, new PictureFiles(vertx, folder, share), writing, uploads);
    }
}
