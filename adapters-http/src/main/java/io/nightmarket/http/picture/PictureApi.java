package io.nightmarket.http.picture;

import io.nightmarket.domain.picture.PictureStore;
import io.nightmarket.domain.picture.UploadPicture;
import io.nightmarket.http.RateLimit;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.limit.UserLimit;
import io.nightmarket.http.route.Routes;
import java.time.Duration;

/** Pictures over HTTP: what the event loops of a node share, and the routes of each. */
public final class PictureApi {
    /** Of one user: pictures that are uploaded and deleted. */
    private static final RateLimit WRITES = new RateLimit(120, Duration.ofMinutes(1));

    /** Of pictures that a node sends at once: as many bytes are in memory until clients have read them. */
    private static final long MAX_SENT_BYTES = 64L << 20;

    private final SharedHttpState share;
    private final UserLimit writing;
    private final UploadSlots uploads = new UploadSlots();
    private final ByteBudget sent = new ByteBudget(MAX_SENT_BYTES);

    public PictureApi(SharedHttpState share) {
        this.share = share;
        this.writing = new UserLimit(share.buckets(WRITES));
    }

    public Routes routes(UploadPicture upload, PictureStore store) {
        return new PictureRoutes(upload, new PictureFiles(store, share.reading(), sent), writing, uploads);
    }
}
