package io.nightmarket.http.notice;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.notice.OrderNotice;
import io.nightmarket.domain.notice.OrderNotices;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerResponse;
import java.util.List;
import java.util.Locale;
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
    private static final String RESET = "event: reset\ndata: {}\n\n";
    private static final String HEARTBEAT = ": \n\n";

    private final UserId shopper;
    private final HttpServerResponse response;
    private final OrderNotices notices;
    private final LocalTimes times;
    private final Context loop;
    private long sent;
    private boolean isReading;
    private boolean hasMore;

    NoticeStream(UserId shopper, HttpServerResponse response, OrderNotices notices, LocalTimes times, Context loop) {
        this.shopper = shopper;
        this.response = response;
        this.notices = notices;
        this.times = times;
        this.loop = loop;
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
                .putHeader("x-accel-buffering", "no");
        boolean isKnown = seen <= last && last - seen <= MAX_BEHIND;
        sent = seen >= 0 && isKnown ? seen : last;
        write("retry: 2000\nid: " + sent + "\n" + (seen < 0 || isKnown ? "\n" : RESET));
        response.drainHandler(_ -> read());
        read();
    }

    UserId shopper() {
        return shopper;
    }

    /** The number of the last notice that was sent. */
    long sent() {
        return sent;
    }

    boolean isOver() {
        return response.ended() || response.closed();
    }

    void beat() {
        if (!response.writeQueueFull()) {
            write(HEARTBEAT);
        }
    }

    void end() {
        if (!isOver()) {
            var _ = response.end();
        }
    }

    /** Sends what there is; called when there may be more. */
    void read() {
        if (isOver()) {
            return;
        }
        if (isReading) {
            hasMore = true;
            return;
        }
        isReading = true;
        hasMore = false;
        // One more than a client may be behind, of one whose buffer is full.
        boolean isStalled = response.writeQueueFull();
        Future.fromCompletionStage(notices.after(shopper, sent, isStalled ? MAX_BEHIND + 1 : MAX_BATCH), loop)
                .onComplete(read -> {
                    isReading = false;
                    if (read.failed()) {
                        LOG.debug(
                                "Notices are read again later: {}", read.cause().toString());
                    } else {
                        send(read.result(), isStalled);
                    }
                });
    }

    private void send(List<OrderNotice> found, boolean isStalled) {
        if (isOver()) {
            return;
        }
        if (isStalled && response.writeQueueFull()) {
            if (found.size() > MAX_BEHIND) {
                write(RESET);
                end();
            }
            return;
        }
        for (OrderNotice notice : found) {
            write(text(notice));
            sent = notice.number();
            if (response.writeQueueFull()) {
                return;
            }
        }
        if (hasMore || found.size() >= MAX_BATCH) {
            read();
        }
    }

    private String text(OrderNotice notice) {
        return "id: " + notice.number() + "\nevent: " + notice.kind().name().toLowerCase(Locale.ROOT) + "\ndata: "
                + Json.write(NoticeView.of(notice, times)) + "\n\n";
    }

    private void write(String text) {
        var _ = response.write(text);
    }
}
