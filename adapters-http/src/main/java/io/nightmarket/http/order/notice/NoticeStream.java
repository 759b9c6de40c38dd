package io.nightmarket.http.order.notice;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.order.notice.OrderNotice;
import io.nightmarket.domain.order.notice.OrderNotices;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.request.LocalTimes;
import io.nightmarket.http.stream.EventStream;
import io.vertx.core.Context;
import io.vertx.core.Future;
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
final class NoticeStream extends EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(NoticeStream.class);
    private static final int MAX_BEHIND = 256;
    private static final int MAX_BATCH = 64;
    private static final int PIECE_LENGTH = 2_048;
    private static final long NOTHING_SEEN = -1;
    private static final String RESET = "event: reset\ndata: {}\n\n";

    private final String lastSeen;
    private final Source source;
    private long sent;
    private long known = Long.MAX_VALUE;
    /** From the beginning until the stream is open, too. */
    private boolean isReading = true;

    private boolean hasMore;

    /**
     * What the streams of an event loop share.
     *
     * @param reads bounds what they read at once
     */
    record Source(OrderNotices notices, Bulkhead reads, LocalTimes times, Context loop) {}

    /** @param lastSeen number of the last notice that the client has, as it says; empty: none, it begins with the next one */
    NoticeStream(Client client, String lastSeen, Source source) {
        super(client);
        this.lastSeen = lastSeen;
        this.source = source;
    }

    @Override
    protected CompletionStage<Runnable> prepare() {
        return source.reads().run(() -> source.notices().last(user())).thenApply(last -> () -> begin(last));
    }

    /** Begins after what the client has seen. */
    private void begin(long last) {
        long seen = seen(lastSeen);
        boolean isKnown = seen <= last && last - seen <= MAX_BEHIND;
        sent = seen >= 0 && isKnown ? seen : last;
        known = sent;
        open("id: " + sent + "\n" + (seen < 0 || isKnown ? "\n" : RESET));
        isReading = false;
        refresh();
    }

    /** One that can't be read is unknown, and the client begins again. */
    private static long seen(String header) {
        if (header.isEmpty()) {
            return NOTHING_SEEN;
        }
        try {
            return Math.max(0, Long.parseLong(header));
        } catch (NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }

    /** The number of the last notice that was sent, or that a stalled client was compared with. */
    long seen() {
        return Math.max(sent, known);
    }

    @Override
    protected void onDrained() {
        refresh();
    }

    /** Sends what there is. Reads only the last number for a stalled client. */
    @Override
    protected void refresh() {
        if (isReading || isOver()) {
            hasMore = true;
            return;
        }
        isReading = true;
        hasMore = false;
        if (isFull()) {
            read(() -> source.notices().last(user()), this::compare);
        } else {
            read(() -> source.notices().after(user(), sent, MAX_BATCH), this::send);
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
        if (!isFull()) {
            refresh();
        } else if (last - sent > MAX_BEHIND) {
            write(RESET);
            end();
        }
    }

    /** In few pieces: each costs memory of its own while it waits for a slow client. */
    private void send(List<OrderNotice> found) {
        StringBuilder piece = new StringBuilder();
        for (OrderNotice notice : found) {
            if (isFull()) {
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
            source.loop().runOnContext(_ -> refresh());
        }
    }

    private String text(OrderNotice notice) {
        return "id: " + notice.number() + "\nevent: " + notice.kind().name().toLowerCase(Locale.ROOT) + "\ndata: "
                + Json.write(NoticeView.of(notice, source.times())) + "\n\n";
    }
}
