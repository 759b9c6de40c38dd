package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.session.Sessions;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The streams of one event loop. A stream ends with its session. */
final class NoticeRoutes implements Routes {
    /** Lost hints are made up within this time. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);

    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(15);
    private static final String LAST_SEEN = "Last-Event-ID";
    private static final long NOTHING_SEEN = -1;
    private static final int MAX_PER_SHOPPER = 5;
    private static final int MAX_STREAMS = 10_000;
    private static final int MAX_POLLED = 1_000;
    private static final int MAX_LISTED = 100;

    private final OrderNotices notices;
    private final NoticeApi api;
    private final Vertx vertx;
    private final Map<UserId, Deque<Open>> streams = new HashMap<>();
    private int count;

    /** A stream, and the request that asked for it. */
    private record Open(NoticeStream stream, HttpServerRequest request) {}

    NoticeRoutes(OrderNotices notices, NoticeApi api, Vertx vertx) {
        this.notices = notices;
        this.api = api;
        this.vertx = vertx;
    }

    @Override
    public void bind(Endpoints endpoints) {
        endpoints.bind("listNotices", Options.USERS, request -> wantsStream(request) ? open(request) : list(request));
        Context loop = vertx.getOrCreateContext();
        api.add(shoppers -> loop.runOnContext(_ -> read(shoppers)));
        vertx.setPeriodic(POLL_INTERVAL.toMillis(), _ -> poll());
        vertx.setPeriodic(HEARTBEAT_INTERVAL.toMillis(), _ -> beat(endpoints.sessions()));
    }

    private Collection<Open> ofShopper(UserId shopper) {
        Deque<Open> own = streams.get(shopper);
        return own == null ? List.of() : List.copyOf(own);
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

    private CompletionStage<Answer> open(Request request) {
        if (count >= MAX_STREAMS) {
            return CompletableFuture.failedStage(new Unavailable("too many streams are open"));
        }
        UserId shopper = request.session().user();
        long seen = seen(request.context().request().getHeader(LAST_SEEN));
        return notices.last(shopper)
                .thenApply(last -> new Answer.Streamed(ctx -> begin(ctx.request(), shopper, seen, last)));
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

    private void begin(HttpServerRequest http, UserId shopper, long seen, long last) {
        if (http.response().closed()) {
            return;
        }
        NoticeStream stream =
                new NoticeStream(shopper, http.response(), notices, api.times(), vertx.getOrCreateContext());
        Open open = new Open(stream, http);
        Deque<Open> own = streams.computeIfAbsent(shopper, _ -> new ArrayDeque<>());
        if (own.size() >= MAX_PER_SHOPPER) {
            remove(own.getFirst());
        }
        streams.computeIfAbsent(shopper, _ -> new ArrayDeque<>()).add(open);
        count++;
        api.opened(1);
        http.response().closeHandler(_ -> remove(open));
        http.response().endHandler(_ -> remove(open));
        stream.begin(seen, last);
    }

    private void remove(Open open) {
        Deque<Open> own = streams.get(open.stream.shopper());
        if (own != null && own.remove(open)) {
            count--;
            api.opened(-1);
            if (own.isEmpty()) {
                streams.remove(open.stream.shopper());
            }
            open.stream.end();
        }
    }

    private <T> Future<T> within(CompletionStage<T> stage) {
        return Future.fromCompletionStage(stage, vertx.getOrCreateContext());
    }

    private void poll() {
        Map<UserId, Long> read = new HashMap<>();
        for (Map.Entry<UserId, Deque<Open>> own : streams.entrySet()) {
            long least = own.getValue().stream()
                    .mapToLong(open -> open.stream.sent())
                    .min()
                    .orElse(Long.MAX_VALUE);
            read.put(own.getKey(), least);
            if (read.size() == MAX_POLLED) {
                wake(Map.copyOf(read));
                read.clear();
            }
        }
        if (!read.isEmpty()) {
            wake(read);
        }
    }

    private void wake(Map<UserId, Long> read) {
        within(notices.haveMore(read)).onSuccess(this::read);
    }

    private void read(Collection<UserId> shoppers) {
        shoppers.forEach(shopper -> ofShopper(shopper).forEach(open -> open.stream.read()));
    }

    private void beat(Sessions sessions) {
        for (Deque<Open> own : List.copyOf(streams.values())) {
            for (Open open : List.copyOf(own)) {
                sessions.require(open.request)
                        .onSuccess(_ -> open.stream.beat())
                        .onFailure(failure -> {
                            if (failure instanceof Refusal) {
                                remove(open);
                            }
                        });
            }
        }
    }
}
