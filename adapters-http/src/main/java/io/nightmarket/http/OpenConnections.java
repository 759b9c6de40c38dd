package io.nightmarket.http;

import io.netty.channel.Channel;
import io.nightmarket.domain.concurrent.OncePer;
import io.nightmarket.http.request.ClientAddresses;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the open connections of a node, in total and by address, and admits none above the limits; 0 is no limit. Those
 * of trusted proxies count in total only. Of HTTP/2 each open request beside another counts as one: it holds as much. Safe for use by
 * several threads.
 */
final class OpenConnections {
    private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private final HttpConfig.Connections limits;
    private final TrustedProxies proxies;
    private final AtomicInteger open = new AtomicInteger();
    /** By {@link ClientAddresses#keyOf(java.net.InetAddress)}. */
    private final ConcurrentMap<Long, Integer> byAddress = new ConcurrentHashMap<>();

    private final OncePer warning;

    OpenConnections(HttpConfig.Connections limits, TrustedProxies proxies, LongSupplier nanoTime) {
        this.limits = limits;
        this.proxies = proxies;
        this.warning = new OncePer(WARNING_INTERVAL, nanoTime);
    }

    /** Counts the connection until it is closed, and answers whether it may stay open. */
    boolean admit(Channel channel) {
        begin(channel);
        var _ = channel.closeFuture().addListener(_ -> end(channel));
        return fits(channel);
    }

    /** Counts one more that is held by the client of this connection: the connection, or a request beside others on it. */
    void begin(Channel channel) {
        open.incrementAndGet();
        keyOf(channel).ifPresent(key -> byAddress.merge(key, 1, Integer::sum));
    }

    /** Counts one less. */
    void end(Channel channel) {
        open.decrementAndGet();
        keyOf(channel).ifPresent(key -> byAddress.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1));
    }

    /** Whether no more than the limits are open, with what was counted last. */
    boolean fits(Channel channel) {
        if (limits.total() != 0 && open.get() > limits.total()) {
            if (warning.tryBegin()) {
                LOG.warn("Connections are refused: {} are open (limits.connections)", limits.total());
            }
            return false;
        }
        boolean fits =
                limits.perAddress() == 0 || keyOf(channel).map(byAddress::get).orElse(0) <= limits.perAddress();
        if (!fits) {
            LOG.debug("A connection of {} is refused (limits.connections-per-address)", channel.remoteAddress());
        }
        return fits;
    }

    private Optional<Long> keyOf(Channel channel) {
        return channel.remoteAddress() instanceof InetSocketAddress peer && !proxies.contain(peer.getAddress())
                ? Optional.of(ClientAddresses.keyOf(peer.getAddress()))
                : Optional.empty();
    }

    /** The connections that are open, also those just being refused, and requests beside others on theirs. */
    int count() {
        return open.get();
    }
}
