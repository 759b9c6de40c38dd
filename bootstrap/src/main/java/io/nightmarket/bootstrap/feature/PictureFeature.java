package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.picture.DiskPictures;
import io.nightmarket.bootstrap.picture.ImageIoCodec;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.FairQueue;
import io.nightmarket.domain.note.UploadPicture;
import io.nightmarket.http.note.PictureRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.WorkerExecutor;
import java.time.Duration;
import java.util.List;

/** Pictures that users upload. */
final class PictureFeature implements Feature {
    private static final int WORKERS = 8;

    /** Users whose pictures wait for the decoder, and for how long; what waits lies on disk. */
    private static final int WAITING = 64;

    private static final Duration WAIT_TIMEOUT = Duration.ofSeconds(30);

    private final Routes routes;

    PictureFeature(Wiring wiring) {
        AppConfig.Pictures settings = wiring.config().pictures();
        WorkerExecutor workers = wiring.vertx().createSharedWorkerExecutor("pictures", WORKERS);
        DiskPictures store = new DiskPictures(settings.folder(), workers);
        FairQueue<UserId> queue = new FairQueue<>(new Bulkhead(1, WAITING), WAIT_TIMEOUT, wiring.timers());
        UploadPicture upload = new UploadPicture(
                new ImageIoCodec(workers, Runtime.getRuntime().maxMemory()),
                wiring.mysql().pictures(),
                store,
                queue,
                wiring.random(),
                settings.perDay());
        this.routes = new PictureRoutes(wiring.http().share(), wiring.vertx(), settings.folder(), upload);
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(routes);
    }
}
