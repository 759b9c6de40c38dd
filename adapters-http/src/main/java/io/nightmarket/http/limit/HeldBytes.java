package io.nightmarket.http.limit;

import io.nightmarket.domain.base.Budget;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes that a node holds in memory for its clients: of bodies, and of answers that clients have not taken. One for all event
 * loops.
 */
public final class HeldBytes {
    private static final Logger LOG = LoggerFactory.getLogger(HeldBytes.class);
    private static final long MAX_BODIES = 64L << 20;
    private static final long MAX_BODIES_OF_ADDRESS = MAX_BODIES / 4;
    private static final long MAX_UNTAKEN = 64L << 20;

    /** For a client to take some of its answer while the node holds too much. */
    private static final Duration MOMENT = Duration.ofMillis(100);

    /** RFC 9113, 7. */
    private static final long CANCEL = 8;

    private final Budget<Long> bodies = new Budget<>(MAX_BODIES, MAX_BODIES_OF_ADDRESS);
    private final LongAdder untaken = new LongAdder();
    private final ClientAddresses addresses;
    private final Duration timeout;

    /** @param timeout how long a client may leave the rest of an answer unread */
    public HeldBytes(ClientAddresses addresses, Duration timeout) {
        this.addresses = addresses;
        this.timeout = timeout;
    }

    /** Takes what the body of the request may need until the request ends, or answers false; nothing of it is read before. */
    public boolean takeBody(RoutingContext ctx, int maxBytes) {
        long length = lengthOfBody(ctx.request(), maxBytes);
        long address = addresses.keyOf(ctx.request());
        boolean taken = bodies.take(address, length);
        if (taken) {
            ctx.addEndHandler(_ -> bodies.give(address, length));
        }
        return taken;
    }

    private static long lengthOfBody(HttpServerRequest request, int maxBytes) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            return Long.parseLong(length);
        }
        return request.version() == HttpVersion.HTTP_2 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                ? maxBytes
                : 0;
    }

    /** Whether the request says that its body is longer, or has a length that is none. */
    public static boolean isLonger(HttpServerRequest request, int maxBytes) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        try {
            return length != null && Long.parseLong(length) > maxBytes;
        } catch (NumberFormatException e) {
            return true;
        }
    }

    /** Counts bytes of an answer that its client has not taken yet; fewer, once it has. */
    public void addUntaken(long bytes) {
        untaken.add(bytes);
    }

    /** Whether clients that leave their answers are to lose them. */
    public boolean isTooMuch() {
        return untaken.sum() > MAX_UNTAKEN;
    }

    /** Counts bytes of an answer of HTTP/2 until it is taken, and resets its request when the client takes nothing for the timeout. */
    public void hold(HttpServerResponse response, long bytes, Future<Void> taken) {
        addUntaken(bytes);
        var _ = taken.onComplete(_ -> addUntaken(-bytes));
        watch(response, taken);
    }

    private void watch(HttpServerResponse response, Future<Void> taken) {
        long before = response.bytesWritten();
        Duration wait = isTooMuch() ? MOMENT : timeout;
        taken.timeout(wait.toMillis(), TimeUnit.MILLISECONDS).onFailure(_ -> {
            if (response.bytesWritten() > before) {
                watch(response, taken);
            } else if (!taken.isComplete()) {
                reset(response);
            }
        });
    }

    /** Ends a request of HTTP/2 that takes too long. */
    public static void reset(HttpServerResponse response) {
        response.reset(CANCEL).onFailure(gone -> LOG.debug("already ended: {}", gone.getMessage()));
    }
}
