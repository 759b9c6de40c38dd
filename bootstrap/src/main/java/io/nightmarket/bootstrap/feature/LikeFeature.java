package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.note.CountLikes;
import io.nightmarket.domain.note.LikeMeter;
import io.nightmarket.domain.note.LikeNote;
import io.nightmarket.domain.note.ListLikers;
import io.nightmarket.http.note.LikeRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** Likes of notes. */
final class LikeFeature implements Feature {
    /** Within which the order of the hot list follows, and a set that missed a like is dropped. */
    private static final Duration COUNTING_INTERVAL = Duration.ofSeconds(1);

    private final Wiring wiring;
    private final NoteContext notes;

    LikeFeature(Wiring wiring, NoteContext notes) {
        this.wiring = wiring;
        this.notes = notes;
    }

    @Override
    public String name() {
        return "likes of notes";
    }

    @Override
    public List<Deployable> verticles() {
        LikeMeter meter = wiring.metrics().likes();
        CountLikes counting =
                new CountLikes(wiring.mysql().likes(), wiring.redis().likeSets(), meter);
        return List.of(new JobVerticle("note-likes", job(counting, meter), wiring.lock(), COUNTING_INTERVAL));
    }

    /** What another node finds from here on is not this one's to show. */
    static JobVerticle.Job job(CountLikes counting, LikeMeter meter) {
        return JobVerticle.Job.of(counting::iterate, () -> meter.compared(0, 0));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        return List.of(new LikeRoutes(
                wiring.http().share(),
                new LikeNote(wiring.mysql().likes(), loop.likeSets(), wiring.missedWrites()),
                new ListLikers(notes.notes(), notes.likes(loop), notes.cards())));
    }
}
