package io.nightmarket.http.listing;

import io.nightmarket.domain.listing.ListRows.Page;
import io.nightmarket.domain.listing.ListRows.Place;
import io.nightmarket.http.limit.HeldBytes;
import io.nightmarket.http.request.RequestTarget;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a list to one client, a page at a time: the next one is read when the client has taken enough of those before. On its event
 * loop. A list that can't be read to its end, and one whose client takes nothing for the timeout, ends with its connection, so that
 * the client sees that it is not whole.
 */
final class CsvExport {
    private static final Logger LOG = LoggerFactory.getLogger(CsvExport.class);
    private static final int BUFFER_BYTES = 65_536;

    private final Vertx vertx;
    private final HttpServerConnection connection;
    private final HttpServerResponse response;
    private final Function<Optional<Place>, CompletionStage<Page>> pages;
    private final Function<Page, String> lines;
    private final Duration timeout;
    private Optional<Place> after = Optional.empty();
    private boolean over;
    private boolean waiting;
    private long timer = -1;

    /**
     * One export.
     *
     * @param pages reads the page after a place
     * @param lines writes a page
     * @param timeout how long the client may take nothing
     */
    CsvExport(
            RoutingContext ctx,
            Function<Optional<Place>, CompletionStage<Page>> pages,
            Function<Page, String> lines,
            Duration timeout) {
        this.vertx = ctx.vertx();
        this.connection = (HttpServerConnection) ctx.request().connection();
        this.response = ctx.response();
        this.pages = pages;
        this.lines = lines;
        this.timeout = timeout;
    }

    /**
     * Sends all of it.
     *
     * @param file a name for it
     * @param head what stands before the first page
     * @param onEnd called once, whatever ends it
     */
    void begin(RoutingContext ctx, String file, String head, Runnable onEnd) {
        ctx.addEndHandler(_ -> {
            over = true;
            vertx.cancelTimer(timer);
            onEnd.run();
        });
        response.putHeader("content-type", "text/csv; charset=utf-8")
                .putHeader("content-disposition", "attachment; filename=\"" + file + '"')
                .putHeader("cache-control", "no-store")
                .putHeader("x-content-type-options", "nosniff");
        if (RequestTarget.isHead(ctx)) {
            var _ = response.end();
            return;
        }
        response.setChunked(true).setWriteQueueMaxSize(BUFFER_BYTES).drainHandler(_ -> onDrained());
        var _ = response.write(head);
        next();
    }

    private void onDrained() {
        if (waiting) {
            waiting = false;
            vertx.cancelTimer(timer);
            next();
        }
    }

    private void next() {
        if (over) {
            return;
        }
        if (response.writeQueueFull()) {
            waiting = true;
            timer = vertx.setTimer(timeout.toMillis(), _ -> close());
            return;
        }
        Future.fromCompletionStage(pages.apply(after), vertx.getOrCreateContext())
                .onSuccess(this::write)
                .onFailure(this::breakOff);
    }

    private void write(Page page) {
        if (over) {
            return;
        }
        var _ = response.write(lines.apply(page));
        after = page.next();
        if (after.isPresent()) {
            next();
        } else {
            var _ = response.end();
        }
    }

    private void breakOff(Throwable failure) {
        if (!over) {
            LOG.warn("An export broke off: {}", failure.toString());
            HeldBytes.reset(response);
        }
    }

    private void close() {
        if (response.streamId() > 0) {
            HeldBytes.reset(response);
        } else {
            // Past Vert.x, which closes after what is written was sent: a client that takes nothing puts that off for
            // ever.
            var _ = connection.channelHandlerContext().pipeline().firstContext().close();
        }
    }
}
