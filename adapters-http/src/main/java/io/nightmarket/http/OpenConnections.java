package io.nightmarket.http;

import io.netty.channel.Channel;
import io.nightmarket.domain.base.OncePer;
import io.nightmarket.http.request.ClientAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the open connections of a node, in total and by address, and admits none above the limits; 0 is no limit. Those
 * of trusted proxies count in total only. Safe for use by several threads.
 */
final class OpenConnections {
    private static final Logger LOG = LoggerFactory.getLogger(OpenConnections.class);

    private static final Duration WARNING_INTERVAL = Duration.ofMinutes(1);

    private final HttpConfig.Connections limits;
    private final TrustedProxies proxies;
    private final AtomicInteger open = new AtomicInteger();
    /** By {@link ClientAddresses#keyOf(InetAddress)}. */
    private final ConcurrentMap<Long, Integer> byAddress = new ConcurrentHashMap<>();

    private final OncePer warning;

    OpenConnections(HttpConfig.Connections limits, TrustedProxies proxies, LongSupplier nanoTime) {
        this.limits = limits;
        this.proxies = proxies;
        this.warning = new OncePer(WARNING_INTERVAL, nanoTime);
    }

    /** Counts the connection until it is closed and answers true, or answers false when there are too many. */
    boolean admit(Channel channel) {
        if (!take(channel)) {
            return false;
        }
        if (channel.remoteAddress() instanceof InetSocketAddress peer && !proxies.contain(peer.getAddress())) {
            return takeOf(peer.getAddress(), channel);
        }
        return true;
    }

    private boolean take(Channel channel) {
        int now = open.incrementAndGet();
        var _ = channel.closeFuture().addListener(_ -> open.decrementAndGet());
        boolean admitted = limits.total() == 0 || now <= limits.total();
        if (!admitted && warning.tryBegin()) {
            LOG.warn("Connections are refused: {} are open (limits.connections)", limits.total());
        }
        return admitted;
    }

    private boolean takeOf(InetAddress address, Channel channel) {
        long key = ClientAddresses.keyOf(address);
        int now = byAddress.merge(key, 1, Integer::sum);
        var _ = channel.closeFuture()
                .addListener(_ -> byAddress.computeIfPresent(key, (_, count) -> count == 1 ? null : count - 1));
        boolean admitted = limits.perAddress() == 0 || now <= limits.perAddress();
        if (!admitted) {
            LOG.debug("A connection of {} is refused (limits.connections-per-address)", address);
        }
        return admitted;
    }

    /** The connections that are open, also those just being refused. */
    int count() {
        return open.get();
    }
}
