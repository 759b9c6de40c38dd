package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.note.NoteRepository;
import io.nightmarket.domain.note.PublishNote;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.note.NoteListRoutes;
import io.nightmarket.http.note.NoteRoutes;
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

    NoteFeature(Wiring wiring, NoteContext notes) {
        this.wiring = wiring;
        this.notes = notes;
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
        SharedHttpState share = wiring.http().share();
        ShowNotes show = notes.show(loop);
        PublishNote publish = new PublishNote(wiring.mysql().notes(), wiring.caches());
        return List.of(new NoteListRoutes(share, show), new NoteRoutes(share, show, publish));
    }
}
