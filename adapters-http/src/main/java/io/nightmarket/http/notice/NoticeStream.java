package io.nightmarket.http.notice;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.concurrent.Bulkhead;
import io.nightmarket.domain.notice.OrderNotice;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.notice.StreamPlaces.Place;
import io.nightmarket.http.request.LocalTimes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The notices of one shopper as server-sent events. What a slow client has not taken is not kept here but read again from the
 * database; a client that falls behind by more than {@value #MAX_BEHIND} is reset. On its event loop.
 */
final class NoticeStream {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeStream.class);
    private static final int MAX_BEHIND = 256;
    private static final int MAX_BATCH = 64;
    private static final int BUFFER_BYTES = 4_096;
    private static final int PIECE_LENGTH = BUFFER_BYTES / 2;
    private static final String RESET = "event: reset\ndata: {}\n\n";
    private static final String HEARTBEAT = ": \n\n";

    private final Place place;
    private final SessionId session;
    private final HttpServerResponse response;
    private final Source source;
    private long sent;
    private long known;
    private boolean isReading;
    private boolean hasMore;

    /**
     * What the streams of an event loop share.
     *
     * @param reads bounds what they read at once
     */
    record Source(OrderNotices notices, Bulkhead reads, LocalTimes times, Context loop) {}

    NoticeStream(Place place, SessionId session, HttpServerResponse response, Source source) {
        this.place = place;
        this.session = session;
        this.response = response;
        this.source = source;
    }

    /**
     * Begins after what the client has seen.
     *
     * @param seen number of the last notice that the client has; negative: none, it begins with the next one
     * @param last number of the last notice that there is
     */
    void begin(long seen, long last) {
        response.setChunked(true)
                .setWriteQueueMaxSize(BUFFER_BYTES)
                .putHeader("content-type", "text/event-stream")
                .putHeader("cache-control", "no-store")
                .putHeader("x-content-type-options", "nosniff")
                .putHeader("x-accel-buffering", "no");
        boolean isKnown = seen <= last && last - seen <= MAX_BEHIND;
        sent = seen >= 0 && isKnown ? seen : last;
        write("retry: 2000\nid: " + sent + "\n" + (seen < 0 || isKnown ? "\n" : RESET));
        response.drainHandler(_ -> readIfBehind());
        readIfBehind();
    }

    Place place() {
        return place;
    }

    SessionId session() {
        return session;
    }

    /** The number of the last notice that was sent, or that a stalled client was compared with. */
    long seen() {
        return Math.max(sent, known);
    }

    boolean isOver() {
        return response.ended() || response.closed();
    }

    void sendHeartbeat() {
        if (!isOver() && !response.writeQueueFull()) {
            write(HEARTBEAT);
        }
    }

    void end() {
        if (!isOver()) {
            var _ = response.end();
        }
    }

    /** Sends what there is; called when there may be more. Of a stalled client only the last number is read. */
    void readIfBehind() {
        if (isReading || isOver()) {
            hasMore = true;
            return;
        }
        isReading = true;
        hasMore = false;
        if (response.writeQueueFull()) {
            read(() -> source.notices().last(place.user()), this::compare);
        } else {
            read(() -> source.notices().after(place.user(), sent, MAX_BATCH), this::send);
        }
    }

    private <T> void read(Supplier<CompletionStage<T>> work, Consumer<T> use) {
        Future.fromCompletionStage(source.reads().run(work), source.loop()).onComplete(read -> {
            isReading = false;
            if (read.failed()) {
                known = sent;
                LOG.debug("Notices are read again later: {}", read.cause().toString());
            } else if (!isOver()) {
                use.accept(read.result());
            }
        });
    }

    private void compare(long last) {
        known = last;
        if (!response.writeQueueFull()) {
            readIfBehind();
        } else if (last - sent > MAX_BEHIND) {
            write(RESET);
            end();
        }
    }

    /** In few pieces: each costs memory of its own while it waits for a slow client. */
    private void send(List<OrderNotice> found) {
        StringBuilder piece = new StringBuilder();
        for (OrderNotice notice : found) {
            if (response.writeQueueFull()) {
                return;
            }
            piece.append(text(notice));
            if (piece.length() >= PIECE_LENGTH || notice.equals(found.getLast())) {
                write(piece.toString());
                piece.setLength(0);
                sent = notice.number();
            }
        }
        if (hasMore || found.size() >= MAX_BATCH) {
            source.loop().runOnContext(_ -> readIfBehind());
        }
    }

    private String text(OrderNotice notice) {
        return "id: " + notice.number() + "\nevent: " + notice.kind().name().toLowerCase(Locale.ROOT) + "\ndata: "
                + Json.write(NoticeView.of(notice, source.times())) + "\n\n";
    }

    private void write(String text) {
        var _ = response.write(text);
    }
}
