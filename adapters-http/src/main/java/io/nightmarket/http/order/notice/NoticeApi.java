package io.nightmarket.http.order.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.stream.NodeStreams;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Collection;

/** Streams of notices: what the event loops of a node share. */
public final class NoticeApi {
    private final LocalTimes times;
    private final OrderNotices notices;
    private final Vertx vertx;
    private final NodeStreams streams;

    /** @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at */
    public NoticeApi(SharedHttpState share, OrderNotices notices, Vertx vertx, Duration heartbeatInterval) {
        this.times = share.times();
        this.streams = new NodeStreams(share, heartbeatInterval);
        this.notices = notices;
        this.vertx = vertx;
    }

    /** The routes of one event loop. */
    public Routes routes() {
        return new NoticeRoutes(notices, times, streams, vertx);
    }

    /** These buyers may have notices that were not sent. From any thread. */
    public void hint(Collection<UserId> buyers) {
        streams.hint(buyers);
    }

    /** How many streams are open on this node. */
    public int streams() {
        return streams.count();
    }
}
