package io.nightmarket.http.feed;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.OneByOne;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.http.Priority;
import io.nightmarket.http.answer.Answer;
import io.nightmarket.http.route.Endpoints;
import io.nightmarket.http.route.Options;
import io.nightmarket.http.route.Routes;
import io.nightmarket.http.stream.LoopStreams;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** The unread counts of one event loop. */
final class UnreadRoutes implements Routes {
    private static final int MAX_COUNTS = 16;

    /** Streams that are counted at once when all are: those that are hinted at don't wait for all. */
    private static final int LANES = 4;

    /** Between two times that all are counted: requests need the database as well. */
    private static final long PAUSE_MILLIS = 2_000;

    private final CountUnread unread;
    private final UnreadApi api;
    private final Vertx vertx;

    private boolean isCountingAll;
    private boolean isToCountAll;
    private int turn;

    UnreadRoutes(CountUnread unread, UnreadApi api, Vertx vertx) {
        this.unread = unread;
        this.api = api;
        this.vertx = vertx;
    }

    @Override
    public void bind(Endpoints endpoints) {
        Context loop = vertx.getOrCreateContext();
        LoopStreams<UnreadStream> streams = new LoopStreams<>(api.node(), vertx, endpoints.sessions());
        // Each stream waits for one count at most.
        UnreadStream.Source source = new UnreadStream.Source(
                unread, new Bulkhead(MAX_COUNTS, api.node().max()), loop);
        endpoints.bind(
                "watchUnread",
                Options.USERS.hot().limitedBy(api.limit()).withPriority(Priority.FIRST),
                request -> LoopStreams.isWanted(request)
                        ? streams.open(request, client -> new UnreadStream(client, source))
                        : unread.count(request.session().user()).thenApply(Answer::of));
        api.add(() -> loop.runOnContext(_ -> countAll(streams)));
        vertx.setPeriodic(api.countInterval().dividedBy(LoopStreams.TURNS).toMillis(), _ -> checkSome(streams));
    }

    /** Makes up for lost notifications, and for changes without any. */
    private void checkSome(LoopStreams<UnreadStream> streams) {
        turn = (turn + 1) % LoopStreams.TURNS;
        streams.ofTurn(turn).forEach(UnreadStream::check);
    }

    /** Several calls while all are counted, and a little later, are one more time. */
    private void countAll(LoopStreams<UnreadStream> streams) {
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
                            countAll(streams);
                        }
                    }));
        }
    }
}
