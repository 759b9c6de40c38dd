package io.nightmarket.http.feed;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.feed.CountUnread;
import io.nightmarket.http.answer.Json;
import io.nightmarket.http.stream.EventStream;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of one reader's unread notes as server-sent events: now, and whenever it is another one. While its
 * buffer is full nothing is counted. On its event loop.
 */
final class UnreadStream extends EventStream {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadStream.class);

    private final Source source;
    private int sent;
    /** From the beginning until the stream is open, too. */
    private boolean isCounting = true;

    private boolean hasChanged;
    private boolean isStalled;

    /**
     * What the streams of an event loop share.
     *
     * @param counts bounds how many are counted at once
     */
    record Source(CountUnread unread, Bulkhead counts, Context loop) {}

    /** The data of an event. */
    record UnreadView(int unread) {}

    UnreadStream(Client client, Source source) {
        super(client);
        this.source = source;
    }

    private CompletionStage<Integer> read() {
        return source.counts().run(() -> source.unread().count(user()));
    }

    @Override
    protected CompletionStage<Runnable> prepare() {
        return read().thenApply(unread -> () -> begin(unread));
    }

    private void begin(int unread) {
        open(text(unread));
        sent = unread;
        var _ = goOn();
    }

    private Future<Void> goOn() {
        isCounting = false;
        return hasChanged ? count() : Future.succeededFuture();
    }

    @Override
    protected void refresh() {
        var _ = count();
    }

    @Override
    protected void onDrained() {
        isStalled = false;
        if (hasChanged) {
            refresh();
        }
    }

    /** Ends the stream of a client whose buffer is full since the call before, or counts again. */
    void check() {
        if (isStalled && isFull()) {
            end();
        } else {
            isStalled = isFull();
            refresh();
        }
    }

    /** Counts, and sends another number; never fails. Several calls during one count are one more. */
    Future<Void> count() {
        if (isCounting || isOver() || isFull()) {
            hasChanged = true;
            return Future.succeededFuture();
        }
        isCounting = true;
        hasChanged = false;
        return Future.fromCompletionStage(read(), source.loop())
                .onSuccess(this::send)
                .onFailure(failure -> LOG.debug("Unread notes are counted again later: {}", failure.toString()))
                .transform(_ -> goOn());
    }

    private void send(int unread) {
        if (unread != sent && !isOver()) {
            write(text(unread));
            sent = unread;
        }
    }

    private static String text(int unread) {
        return "event: unread\ndata: " + Json.write(new UnreadView(unread)) + "\n\n";
    }
}
