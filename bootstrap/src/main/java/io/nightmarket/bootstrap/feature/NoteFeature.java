package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.http.note.NoteApi;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Notes of users: publishing, reading and deleting them. */
final class NoteFeature implements Feature {
    private static final Duration CLEANING_INTERVAL = Duration.ofSeconds(5);
    private static final int CLEANING_BATCH = 1_000;

    private final Wiring wiring;
    private final NoteContext notes;
    private final NoteApi api;

    NoteFeature(Wiring wiring, NoteContext notes) {
        this.wiring = wiring;
        this.notes = notes;
        this.api = new NoteApi(wiring.http().share());
    }

    @Override
    public String name() {
        return "notes";
    }

    @Override
    public List<Deployable> verticles() {
        NoteRepository stored = wiring.mysql().notes();
        return List.of(JobVerticle.pruning(
                "deleted-notes", () -> stored.cleanUp(CLEANING_BATCH), wiring.lock(), CLEANING_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return api.routes(notes.show(loop), new PublishNote(wiring.mysql().notes(), wiring.caches()));
    }
}
