package io.nightmarket.http.route;

import io.nightmarket.domain.concurrent.ByteBudget;
import io.nightmarket.http.request.ClientAddresses;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.RoutingContext;

/** The bytes that a node holds of bodies in memory, in all and of one address; one for all event loops. */
public final class BodyBudget {
    private static final long MAX_BYTES = 64L << 20;
    private static final long MAX_OF_ADDRESS = MAX_BYTES / 4;

    private final ByteBudget<Long> bytes = new ByteBudget<>(MAX_BYTES, MAX_OF_ADDRESS);
    private final ClientAddresses addresses;

    public BodyBudget(ClientAddresses addresses) {
        this.addresses = addresses;
    }

    /** Takes what the body of the request may hold until the request ends, or answers false; nothing of it is read before. */
    boolean take(RoutingContext ctx, int maxBytes) {
        long length = length(ctx.request(), maxBytes);
        if (length == 0) {
            return true;
        }
        long address = addresses.keyOf(ctx.request());
        boolean taken = bytes.take(address, length);
        if (taken) {
            ctx.addEndHandler(_ -> bytes.give(address, length));
        }
        return taken;
    }

    private static long length(HttpServerRequest request, int maxBytes) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            return Math.min(Long.parseLong(length), maxBytes);
        }
        return request.version() == HttpVersion.HTTP_2 || request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
                ? maxBytes
                : 0;
    }
}
