package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FanOutNotes;
import io.nightmarket.domain.feed.FeedPlaces;
import io.nightmarket.domain.feed.InboxFeed;
import io.nightmarket.domain.feed.LoadInbox;
import io.nightmarket.domain.feed.PulledNotes;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.domain.feed.StoredFeed;
import io.nightmarket.http.feed.FeedRoutes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import java.time.Duration;
import java.util.List;

/** The notes of those whom a user follows. */
final class FeedFeature implements Feature {
    /** A feed has a note at once, whether its fan-out has begun or not. */
    private static final Duration FAN_OUT_INTERVAL = Duration.ofSeconds(1);

    private final Wiring wiring;
    private final NoteContext notes;
    private final PulledNotes pulled;
    private final LoadInbox loading;

    FeedFeature(Wiring wiring, NoteContext notes) {
        this.wiring = wiring;
        this.notes = notes;
        MySqlAdapters mysql = wiring.mysql();
        this.pulled = new PulledNotes(mysql.notesOfAuthors(), mysql.pulledAuthors());
        this.loading = new LoadInbox(
                mysql.follows(),
                mysql.notesOfAuthors(),
                mysql.pulledAuthors(),
                wiring.redis().inboxes(),
                wiring.random(),
                wiring.missedWrites());
    }

    @Override
    public String name() {
        return "feeds";
    }

    @Override
    public List<Deployable> verticles() {
        MySqlAdapters mysql = wiring.mysql();
        FanOutNotes fanOut = new FanOutNotes(
                mysql.feedOutbox(),
                mysql.pulledAuthors(),
                mysql.follows(),
                wiring.redis().inboxes(),
                wiring.config().people().pushedFollowers());
        return List.of(new JobVerticle("feed-fan-out", fanOut::run, wiring.lock(), FAN_OUT_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        MySqlAdapters mysql = wiring.mysql();
        FeedPlaces rows = new StoredFeed(mysql.follows(), mysql.notesOfAuthors());
        FeedPlaces places = new InboxFeed(mysql.feedOutbox(), loop.inboxes(), pulled, loading, rows);
        return List.of(new FeedRoutes(
                wiring.http().share(),
                new ReadFeed(places, rows, mysql.seenPlaces(), notes.show(loop), wiring.missedWrites()),
                new CountUnread(places, rows, mysql.notesOfAuthors(), mysql.seenPlaces()),
                wiring.clock()));
    }
}
