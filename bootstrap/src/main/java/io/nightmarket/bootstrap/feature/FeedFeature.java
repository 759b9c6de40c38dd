package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusFeedChanges;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FanOutNotes;
import io.nightmarket.domain.feed.FeedChanges;
import io.nightmarket.domain.feed.FeedMeter;
import io.nightmarket.domain.feed.FeedPlaces;
import io.nightmarket.domain.feed.InboxFeed;
import io.nightmarket.domain.feed.LoadInbox;
import io.nightmarket.domain.feed.MeasureOutbox;
import io.nightmarket.domain.feed.PulledNotes;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.domain.feed.StoredFeed;
import io.nightmarket.http.feed.FeedRoutes;
import io.nightmarket.http.feed.UnreadApi;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The notes of those whom a user follows. */
final class FeedFeature implements Feature {
    /** A feed has a note at once, whether its fan-out has begun or not. */
    private static final Duration FAN_OUT_INTERVAL = Duration.ofSeconds(1);

    /** Proxies close a stream that is silent for longer. */
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(15);

    /** A lost notification delays an unread count by at most this. */
    private static final Duration COUNT_INTERVAL = Duration.ofMinutes(1);

    private final Wiring wiring;
    private final NoteContext notes;
    private final FeedChanges changes;
    private final UnreadApi unread;
    private final PulledNotes pulled;
    private final LoadInbox loading;

    FeedFeature(Wiring wiring, NoteContext notes) {
        this.wiring = wiring;
        this.notes = notes;
        this.changes = new EventBusFeedChanges(wiring.vertx().eventBus());
        this.unread = new UnreadApi(wiring.http().share(), wiring.vertx(), HEARTBEAT_INTERVAL, COUNT_INTERVAL);
        wiring.metrics().unreadStreams(unread::streams);
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
    public void subscribe(EventBus bus) {
        EventBusFeedChanges.subscribe(bus, unread);
    }

    @Override
    public List<Deployable> verticles() {
        MySqlAdapters mysql = wiring.mysql();
        FanOutNotes fanOut = new FanOutNotes(
                mysql.feedOutbox(),
                mysql.pulledAuthors(),
                mysql.follows(),
                wiring.redis().inboxes(),
                changes,
                wiring.config().people().pushedFollowers());
        FeedMeter meter = wiring.metrics().feeds();
        MeasureOutbox measuring = new MeasureOutbox(mysql.feedOutbox(), meter, wiring.clock());
        return List.of(new JobVerticle("feed-fan-out", job(measuring, fanOut, meter), wiring.lock(), FAN_OUT_INTERVAL));
    }

    /** What another node measures from here on is not this one's to show. */
    static JobVerticle.Job job(MeasureOutbox measuring, FanOutNotes fanOut, FeedMeter meter) {
        return new JobVerticle.Job() {
            @Override
            public CompletionStage<Void> run() {
                return measuring.run().thenCompose(_ -> fanOut.run());
            }

            @Override
            public void onLeadershipLost() {
                meter.pending(0, Duration.ZERO);
            }
        };
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        MySqlAdapters mysql = wiring.mysql();
        FeedPlaces rows = new StoredFeed(mysql.follows(), mysql.notesOfAuthors());
        FeedPlaces places = new InboxFeed(
                mysql.feedOutbox(),
                loop.inboxes(),
                pulled,
                loading,
                rows,
                wiring.metrics().feeds());
        CountUnread counting = new CountUnread(places, rows, mysql.notesOfAuthors(), mysql.seenPlaces());
        return List.of(
                new FeedRoutes(
                        wiring.http().share(),
                        new ReadFeed(
                                places, rows, mysql.seenPlaces(), notes.show(loop), changes, wiring.missedWrites()),
                        counting,
                        wiring.clock()),
                unread.routes(counting));
    }
}
