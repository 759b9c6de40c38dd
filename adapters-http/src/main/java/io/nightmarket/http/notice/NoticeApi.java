package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.request.ClientAddresses;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Routes;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Streams of notices: what the event loops of a node share. */
public final class NoticeApi {
    private final LocalTimes times;
    private final ClientAddresses addresses;
    private final OrderNotices notices;
    private final Vertx vertx;
    private final Duration heartbeatInterval;
    private final List<Consumer<Collection<UserId>>> loops = new CopyOnWriteArrayList<>();
    private final StreamPlaces places;

    /** @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at */
    public NoticeApi(SharedHttpState share, OrderNotices notices, Vertx vertx, Duration heartbeatInterval) {
        this.times = share.times();
        this.addresses = share.addresses();
        this.places = new StreamPlaces(share.config().connections());
        this.notices = notices;
        this.vertx = vertx;
        this.heartbeatInterval = heartbeatInterval;
    }

    /** The routes of one event loop. */
    public Routes routes() {
        return new NoticeRoutes(notices, this, vertx);
    }

    /** These buyers may have notices that were not sent. From any thread. */
    public void hint(Collection<UserId> buyers) {
        if (places.taken() > 0) {
            loops.forEach(loop -> loop.accept(buyers));
        }
    }

    /** How many streams are open on this node. */
    public int streams() {
        return places.taken();
    }

    void add(Consumer<Collection<UserId>> loop) {
        loops.add(loop);
    }

    StreamPlaces places() {
        return places;
    }

    ClientAddresses addresses() {
        return addresses;
    }

    LocalTimes times() {
        return times;
    }

    Duration heartbeatInterval() {
        return heartbeatInterval;
    }
}
