package io.nightmarket.http.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FeedChanges;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.stream.NodeStreams;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Streams of unread counts: what the event loops of a node share. Notified from any thread. */
public final class UnreadApi implements FeedChanges {
    private final Vertx vertx;
    private final Limit limit;
    private final Duration countInterval;
    private final NodeStreams streams;
    private final List<Runnable> loops = new CopyOnWriteArrayList<>();

    /**
     * @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at
     * @param countInterval after which the notes of each stream are counted, whether there was a notification or not
     */
    public UnreadApi(SharedHttpState share, Vertx vertx, Duration heartbeatInterval, Duration countInterval) {
        this.vertx = vertx;
        this.limit = share.limits().reads();
        this.countInterval = countInterval;
        this.streams = new NodeStreams(share, heartbeatInterval);
    }

    /** The routes of one event loop. */
    public Routes routes(CountUnread unread) {
        return new UnreadRoutes(unread, this, vertx);
    }

    @Override
    public void changed(List<UserId> readers) {
        streams.hint(readers);
    }

    /** The followers of an author are not known here: all readers are counted. */
    @Override
    public void published(UserId author) {
        if (streams() > 0) {
            loops.forEach(Runnable::run);
        }
    }

    /** How many streams are open on this node. */
    public int streams() {
        return streams.count();
    }

    void add(Runnable loop) {
        loops.add(loop);
    }

    NodeStreams node() {
        return streams;
    }

    Limit limit() {
        return limit;
    }

    Duration countInterval() {
        return countInterval;
    }
}
