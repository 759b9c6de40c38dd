package io.nightmarket.http.feed;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.domain.feed.FeedChanges;
import io.nightmarket.http.Priority;
import io.nightmarket.http.SharedHttpState;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Limit;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.stream.LoopStreams;
import io.nightmarket.http.stream.NodeStreams;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Unread counts, and streams of them, of all event loops of a node. Notified from any thread. */
public final class UnreadApi implements FeedChanges {
    private static final int MAX_COUNTS = 16;

    /** Streams that are counted at once when all are: those that are hinted at don't wait for all. */
    private static final int LANES = 4;

    /** Between two times that all are counted: requests need the database as well. */
    private static final long PAUSE_MILLIS = 2_000;

    private final Vertx vertx;
    private final Limit limit;
    private final Duration countInterval;
    private final NodeStreams node;
    private final List<Runnable> loops = new CopyOnWriteArrayList<>();

    /**
     * @param heartbeatInterval after which each stream has a heartbeat, and its session is looked at
     * @param countInterval after which the notes of each stream are counted, whether there was a notification or not
     */
    public UnreadApi(SharedHttpState share, Vertx vertx, Duration heartbeatInterval, Duration countInterval) {
        this.vertx = vertx;
        this.limit = share.limits().reads();
        this.countInterval = countInterval;
        this.node = new NodeStreams(share, heartbeatInterval);
    }

    /** The routes of one event loop. */
    public Routes routes(CountUnread unread) {
        return endpoints -> bind(endpoints, unread);
    }

    private void bind(Endpoints endpoints, CountUnread unread) {
        Context loop = vertx.getOrCreateContext();
        LoopStreams<UnreadStream> streams = new LoopStreams<>(node, vertx, endpoints.sessions());
        // Each stream waits for one count at most.
        UnreadStream.Source source = new UnreadStream.Source(unread, new Bulkhead(MAX_COUNTS, node.max()), loop);
        endpoints.bind(
                "watchUnread",
                Options.USERS.hot().limitedBy(limit).withPriority(Priority.FIRST),
                request -> LoopStreams.isWanted(request)
                        ? streams.open(request, client -> new UnreadStream(client, source))
                        : unread.count(request.session().user()).thenApply(Answer::of));
        Counting counting = new Counting(streams);
        loops.add(() -> loop.runOnContext(_ -> counting.countAll()));
        vertx.setPeriodic(countInterval.dividedBy(LoopStreams.TURNS).toMillis(), _ -> counting.checkSome());
    }

    @Override
    public void changed(List<UserId> readers) {
        node.hint(readers);
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
        return node.count();
    }

    /** Counts for the streams of one event loop. */
    private final class Counting {
        private final LoopStreams<UnreadStream> streams;
        private boolean isCountingAll;
        private boolean isToCountAll;
        private int turn;

        private Counting(LoopStreams<UnreadStream> streams) {
            this.streams = streams;
        }

        /** Makes up for lost notifications, and for changes without any. */
        private void checkSome() {
            turn = (turn + 1) % LoopStreams.TURNS;
            streams.ofTurn(turn).forEach(UnreadStream::check);
        }

        /** Several calls while all are counted, and a little later, are one more time. */
        private void countAll() {
            isToCountAll = isCountingAll;
            if (!isCountingAll) {
                isCountingAll = true;
                var _ = Future.fromCompletionStage(
                                OneByOne.tryAll(
                                        LANES,
                                        streams.all(),
                                        stream -> stream.count().toCompletionStage()),
                                vertx.getOrCreateContext())
                        .onComplete(_ -> vertx.setTimer(PAUSE_MILLIS, _ -> {
                            isCountingAll = false;
                            if (isToCountAll) {
                                countAll();
                            }
                        }));
            }
        }
    }
}
