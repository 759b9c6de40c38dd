package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.notice.StreamPlaces.Place;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.session.Sessions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The streams of one event loop. A stream ends with its session, and does not keep it alive. */
final class NoticeRoutes implements Routes {
    /** A lost hint delays a notice by at most this. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);

    /** Streams take turns, so that their sessions are not all looked at in one moment. */
    private static final int TURNS = 16;

    private static final String LAST_SEEN = "Last-Event-ID";
    private static final long NOTHING_SEEN = -1;
    private static final int MAX_READS = 16;
    private static final int MAX_LISTED = 100;

    private final OrderNotices notices;
    private final NoticeApi api;
    private final Vertx vertx;
    private final LoopStreams streams;
    /** Each stream waits for one read at most. */
    private final Bulkhead reads;

    private boolean isPolling;
    private int turn;

    NoticeRoutes(OrderNotices notices, NoticeApi api, Vertx vertx) {
        this.notices = notices;
        this.api = api;
        this.vertx = vertx;
        this.streams = new LoopStreams(api.places());
        this.reads = new Bulkhead(MAX_READS, api.places().max());
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listNotices", Options.USERS, request -> wantsStream(request) ? open(request) : list(request));
        Context loop = vertx.getOrCreateContext();
        api.add(shoppers -> loop.runOnContext(_ -> streams.read(shoppers)));
        vertx.setPeriodic(POLL_INTERVAL.toMillis(), _ -> poll());
        vertx.setPeriodic(
                api.heartbeatInterval().dividedBy(TURNS).toMillis(), _ -> sendHeartbeats(endpoints.sessions()));
    }

    private static boolean wantsStream(Request request) {
        String accepted = request.context().request().getHeader(HttpHeaders.ACCEPT);
        return accepted != null && accepted.contains("text/event-stream");
    }

    private CompletionStage<Answer> list(Request request) {
        long after = Objects.requireNonNullElse(request.wholeInQuery("after"), 0L);
        return notices.after(request.session().user(), after, MAX_LISTED)
                .thenApply(found -> Answer.of(found.stream()
                        .map(one -> NoticeView.of(one, api.times()))
                        .toList()));
    }

    /** The place is taken at once, and released when the response ends, whatever comes of the request. */
    private CompletionStage<Answer> open(Request request) {
        RoutingContext ctx = request.context();
        UserId shopper = request.session().user();
        Context loop = vertx.getOrCreateContext();
        Place place = new Place(
                shopper,
                api.addresses().keyOf(ctx.request()),
                () -> loop.runOnContext(_ -> streams.endWithoutPlace(shopper)));
        if (!api.places().take(place)) {
            return CompletableFuture.failedStage(new Unavailable("too many streams are open"));
        }
        ctx.addEndHandler(_ -> remove(place));
        if (ctx.response().closed()) {
            remove(place);
        }
        long seen = seen(ctx.request().getHeader(LAST_SEEN));
        NoticeStream stream = new NoticeStream(
                place,
                request.session().id(),
                ctx.response(),
                new NoticeStream.Source(notices, reads, api.times(), loop));
        return reads.run(() -> notices.last(shopper))
                .thenApply(last -> new Answer.Streamed(answered -> begin(answered, stream, seen, last)));
    }

    /** One that can't be read is unknown, and the client begins again. */
    private static long seen(@Nullable String header) {
        if (header == null || header.isEmpty()) {
            return NOTHING_SEEN;
        }
        try {
            return Math.max(0, Long.parseLong(header));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    private void begin(RoutingContext ctx, NoticeStream stream, long seen, long last) {
        if (stream.isOver()) {
            return;
        }
        if (!api.places().holds(stream.place())) {
            ctx.fail(new Unavailable("newer streams of the user took the place"));
            return;
        }
        streams.add(stream);
        stream.begin(seen, last);
    }

    private void remove(Place place) {
        api.places().release(place);
        streams.endWithoutPlace(place.user());
    }

    private <T> Future<T> within(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, vertx.getOrCreateContext());
    }

    /** Asks for all streams, some at a time. */
    private void poll() {
        if (!isPolling) {
            isPolling = true;
            poll(streams.seen(OrderNotices.MAX_BUYERS).iterator());
        }
    }

    private void poll(Iterator<Map<UserId, Long>> parts) {
        if (parts.hasNext()) {
            within(notices.haveMore(parts.next())).onSuccess(streams::read).onComplete(_ -> poll(parts));
        } else {
            isPolling = false;
        }
    }

    /** To a part of the streams each time. A session that can't be looked at ends none. */
    private void sendHeartbeats(Sessions sessions) {
        turn = (turn + 1) % TURNS;
        for (NoticeStream stream : streams.ofTurn(turn, TURNS)) {
            sessions.holds(stream.session()).otherwise(true).onSuccess(holds -> {
                if (holds) {
                    stream.sendHeartbeat();
                } else {
                    remove(stream.place());
                }
            });
        }
    }
}
