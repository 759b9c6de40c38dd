package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.config.AppConfig;
import io.nightmarket.bootstrap.picture.DiskPictures;
import io.nightmarket.bootstrap.picture.ImageIoCodec;
import io.nightmarket.domain.picture.PictureCodec;
import io.nightmarket.domain.picture.PictureStore;
import io.nightmarket.domain.picture.UploadPicture;
import io.nightmarket.http.picture.PictureApi;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.WorkerExecutor;
import java.util.List;

/** Pictures that users upload. */
final class PictureFeature implements Feature {
    private static final int WORKERS = 8;

    private final Wiring wiring;
    private final AppConfig.Pictures settings;
    private final PictureStore store;
    private final PictureCodec codec;
    private final PictureApi api;

    PictureFeature(Wiring wiring) {
        this.wiring = wiring;
        this.settings = wiring.config().pictures();
        WorkerExecutor workers = wiring.vertx().createSharedWorkerExecutor("pictures", WORKERS);
        this.store = new DiskPictures(settings.folder(), workers);
        this.codec = new ImageIoCodec(workers);
        this.api = new PictureApi(wiring.http().share());
    }

    @Override
    public String name() {
        return "pictures";
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        UploadPicture upload =
                new UploadPicture(codec, wiring.mysql().pictures(), store, wiring.random(), settings.perDay());
        return List.of(api.routes(upload, store));
    }
}
