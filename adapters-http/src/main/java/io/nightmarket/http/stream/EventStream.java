package io.nightmarket.http.stream;

import io.nightmarket.domain.account.SessionId;
import io.nightmarket.domain.account.UserId;
import io.nightmarket.http.stream.NodeStreams.Place;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.CompletionStage;

/** A stream of server-sent events to one client. On its event loop. */
public abstract class EventStream {
    private static final int BUFFER_BYTES = 4_096;
    private static final String HEARTBEAT = ": \n\n";
    private static final String RETRY = "retry: 2000\n";

    private final Client client;

    /** The user that a stream is for. */
    public static final class Client {
        private final Place place;
        private final SessionId session;
        private final HttpServerResponse response;

        Client(Place place, SessionId session, HttpServerResponse response) {
            this.place = place;
            this.session = session;
            this.response = response;
        }
    }

    protected EventStream(Client client) {
        this.client = client;
    }

    /** Reads what the stream begins with, and answers what then begins it, by {@link #open}. */
    protected abstract CompletionStage<Runnable> prepare();

    /** There may be more to send; may be called before the stream is open. */
    protected abstract void refresh();

    /** The client has taken what was written. */
    protected abstract void onDrained();

    /** Writes the head, and these first lines, which an empty one ends. */
    protected final void open(String first) {
        withHead(client.response)
                .setChunked(true)
                .setWriteQueueMaxSize(BUFFER_BYTES)
                .drainHandler(_ -> onDrained());
        write(RETRY + first);
    }

    private static HttpServerResponse withHead(HttpServerResponse response) {
        return response.putHeader("content-type", "text/event-stream")
                .putHeader("cache-control", "no-store")
                .putHeader("x-content-type-options", "nosniff")
                .putHeader("x-accel-buffering", "no");
    }

    /** The head of a stream, without one. */
    static void sendHead(RoutingContext ctx) {
        var _ = withHead(ctx.response()).end();
    }

    protected final void write(String text) {
        var _ = client.response.write(text);
    }

    protected final UserId user() {
        return client.place.user();
    }

    /** Whether the client has to take some of what was written before more is. */
    protected final boolean isFull() {
        return client.response.writeQueueFull();
    }

    protected final boolean isOver() {
        return client.response.ended() || client.response.closed();
    }

    /** Does nothing before the stream is open. */
    protected final void end() {
        if (!isOver() && client.response.headWritten()) {
            var _ = client.response.end();
        }
    }

    final void sendHeartbeat() {
        if (!isOver() && client.response.headWritten() && !isFull()) {
            write(HEARTBEAT);
        }
    }

    final Place place() {
        return client.place;
    }

    final SessionId session() {
        return client.session;
    }
}
