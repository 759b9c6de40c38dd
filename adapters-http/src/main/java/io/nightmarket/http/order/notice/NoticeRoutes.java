package io.nightmarket.http.order.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Request;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.stream.LoopStreams;
import io.nightmarket.http.stream.NodeStreams;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;

/** Notices of orders for their buyers, as list and stream. One for all event loops of a node. */
public final class NoticeRoutes implements Routes {
    /** A lost hint delays a notice by at most this. */
    private static final Duration POLL_INTERVAL = Duration.ofSeconds(3);

    private static final String LAST_SEEN = "Last-Event-ID";
    private static final int MAX_READS = 16;
    private static final int MAX_LISTED = 100;

    private final OrderNotices notices;
    private final LocalTimes times;
    private final NodeStreams node;
    private final Vertx vertx;

    /** @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at */
    public NoticeRoutes(SharedHttpState share, OrderNotices notices, Vertx vertx, Duration heartbeatInterval) {
        this.notices = notices;
        this.times = share.times();
        this.node = new NodeStreams(share, heartbeatInterval);
        this.vertx = vertx;
    }

    /** These buyers may have notices that were not sent. From any thread. */
    public void hint(Collection<UserId> buyers) {
        node.hint(buyers);
    }

    /** How many streams are open on this node. */
    public int streams() {
        return node.count();
    }

    @Override
    public void bind(Endpoints endpoints) {
        LoopStreams<NoticeStream> streams = new LoopStreams<>(node, vertx, endpoints.sessions());
        // Each stream waits for one read at most.
        Bulkhead reads = new Bulkhead(MAX_READS, node.max());
        NoticeStream.Source source = new NoticeStream.Source(notices, reads, times, vertx.getOrCreateContext());
        endpoints.bind(
                "listNotices",
                Options.USERS.withPriority(Priority.FIRST),
                request -> LoopStreams.isWanted(request)
                        ? streams.open(request, client -> new NoticeStream(client, lastSeen(request), source))
                        : list(request));
        Polling polling = new Polling(streams);
        vertx.setPeriodic(POLL_INTERVAL.toMillis(), _ -> polling.poll());
    }

    private static String lastSeen(Request request) {
        return Objects.requireNonNullElse(request.context().request().getHeader(LAST_SEEN), "");
    }

    private CompletionStage<Answer> list(Request request) {
        long after = Objects.requireNonNullElse(request.wholeInQuery("after"), 0L);
        return notices.after(request.session().user(), after, MAX_LISTED)
                .thenApply(found -> Answer.of(
                        found.stream().map(one -> NoticeView.of(one, times)).toList()));
    }

    /** Asks for all streams of one event loop, some at a time. */
    private final class Polling {
        private final LoopStreams<NoticeStream> streams;
        private boolean isUnderWay;

        private Polling(LoopStreams<NoticeStream> streams) {
            this.streams = streams;
        }

        private void poll() {
            if (!isUnderWay) {
                isUnderWay = true;
                poll(seen(streams).iterator());
            }
        }

        private void poll(Iterator<Map<UserId, Long>> parts) {
            if (parts.hasNext()) {
                Future.fromCompletionStage(notices.haveMore(parts.next()), vertx.getOrCreateContext())
                        .onSuccess(streams::refresh)
                        .onComplete(_ -> poll(parts));
            } else {
                isUnderWay = false;
            }
        }
    }

    /** What each buyer's streams have all seen, in parts. */
    private static List<Map<UserId, Long>> seen(LoopStreams<NoticeStream> streams) {
        List<Map<UserId, Long>> parts = new ArrayList<>();
        streams.forEach((buyer, own) -> {
            if (parts.isEmpty() || parts.getLast().size() == OrderNotices.MAX_BUYERS) {
                parts.add(new HashMap<>());
            }
            long least = own.stream().mapToLong(NoticeStream::seen).min().orElse(Long.MAX_VALUE);
            parts.getLast().put(buyer, least);
        });
        return parts;
    }
}
