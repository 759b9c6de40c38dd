package io.nightmarket.bootstrap.feature;

import io.nightmarket.bootstrap.Wiring;
import io.nightmarket.bootstrap.bus.EventBusFeedChanges;
import io.nightmarket.bootstrap.verticle.JobVerticle;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FanOutNotes;
import io.nightmarket.domain.feed.FeedChanges;
import io.nightmarket.domain.feed.FeedPlaces;
import io.nightmarket.domain.feed.InboxFeed;
import io.nightmarket.domain.feed.LoadInbox;
import io.nightmarket.domain.feed.MeasureOutbox;
import io.nightmarket.domain.feed.PulledNotes;
import io.nightmarket.domain.feed.ReadFeed;
import io.nightmarket.domain.feed.StoredFeed;
import io.nightmarket.domain.note.ShowNotes;
import io.nightmarket.http.feed.FeedRoutes;
import io.nightmarket.http.feed.UnreadApi;
import io.nightmarket.http.route.Routes;
import io.nightmarket.mysql.MySqlAdapters;
import io.nightmarket.redis.RedisAdapters;
import io.vertx.core.Deployable;
import io.vertx.core.eventbus.EventBus;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/** The notes of those whom a user follows. */
final class FeedFeature implements Feature {
    /** A feed has a note at once, whether its fan-out has begun or not. */
    private static final Duration FAN_OUT_INTERVAL = Duration.ofSeconds(1);

    /** On every node: a fan-out that fails, or has no leader, shows as well. */
    private static final Duration MEASURE_INTERVAL = Duration.ofSeconds(10);

    /** Proxies close a stream that is silent for longer. */
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(15);

    /** A lost notification delays an unread count by at most this. */
    private static final Duration COUNT_INTERVAL = Duration.ofMinutes(1);

    private final Wiring wiring;
    private final Function<RedisAdapters, ShowNotes> notes;
    private final FeedChanges changes;
    private final UnreadApi unread;
    private final PulledNotes pulled;
    private final LoadInbox loading;
    private final FeedPlaces rows;

    /** @param notes how notes are shown, by event loop */
    FeedFeature(Wiring wiring, Function<RedisAdapters, ShowNotes> notes) {
        this.wiring = wiring;
        this.notes = notes;
        this.changes = new EventBusFeedChanges(wiring.vertx().eventBus());
        this.unread = new UnreadApi(wiring.http().share(), wiring.vertx(), HEARTBEAT_INTERVAL, COUNT_INTERVAL);
        wiring.metrics().unreadStreams(unread::streams);
        MySqlAdapters mysql = wiring.mysql();
        this.pulled = new PulledNotes(mysql.notesOfAuthors(), mysql.pulledAuthors());
        this.loading = new LoadInbox(mysql.follows(), mysql.notesOfAuthors(), mysql.pulledAuthors(), wiring.timers());
        this.rows = new StoredFeed(mysql.follows(), mysql.notesOfAuthors(), wiring.timers());
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
        MeasureOutbox measuring =
                new MeasureOutbox(mysql.feedOutbox(), wiring.metrics().feeds(), wiring.clock());
        return List.of(
                new JobVerticle("feed-fan-out", fanOut::run, wiring.lock(), FAN_OUT_INTERVAL),
                JobVerticle.onEveryNode("feed-outbox", measuring::run, MEASURE_INTERVAL));
    }

    @Override
    public List<Routes> routes(RedisAdapters loop) {
        MySqlAdapters mysql = wiring.mysql();
        FeedPlaces places = new InboxFeed(
                mysql.feedOutbox(),
                loop.inboxes(),
                pulled,
                loading,
                rows,
                wiring.metrics().feeds(),
                wiring.missedWrites(),
                wiring.timers(),
                wiring.random());
        CountUnread counting = new CountUnread(places, rows, mysql.notesOfAuthors(), mysql.seenPlaces());
        return List.of(
                new FeedRoutes(
                        wiring.http().share(),
                        new ReadFeed(
                                places, rows, mysql.seenPlaces(), notes.apply(loop), changes, wiring.missedWrites()),
                        counting,
                        wiring.clock()),
                unread.routes(counting));
    }
}
