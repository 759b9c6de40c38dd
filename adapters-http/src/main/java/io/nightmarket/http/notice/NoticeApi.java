package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Routes;
import io.vertx.core.Vertx;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Streams of notices: what the event loops of a node share. */
public final class NoticeApi {
    private final LocalTimes times;
    private final OrderNotices notices;
    private final Vertx vertx;
    private final List<Consumer<Collection<UserId>>> loops = new CopyOnWriteArrayList<>();
    private final AtomicInteger streams = new AtomicInteger();

    public NoticeApi(SharedHttpState share, OrderNotices notices, Vertx vertx) {
        this.times = share.times();
        this.notices = notices;
        this.vertx = vertx;
    }

    /** The routes of one event loop. */
    public Routes routes() {
        return new NoticeRoutes(notices, this, vertx);
    }

    /** These buyers may have notices that were not sent. From any thread. */
    public void hint(Collection<UserId> buyers) {
        if (streams.get() > 0) {
            loops.forEach(loop -> loop.accept(buyers));
        }
    }

    /** How many streams are open on this node. */
    public int streams() {
        return streams.get();
    }

    void opened(int more) {
        streams.addAndGet(more);
    }

    void add(Consumer<Collection<UserId>> loop) {
        loops.add(loop);
    }

    LocalTimes times() {
        return times;
    }
}
