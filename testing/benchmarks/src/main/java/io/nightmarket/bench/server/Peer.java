package io.nightmarket.bench.server;

import io.vertx.core.Vertx;
import java.net.URI;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;
import org.redisson.config.TransportMode;

/** Redisson, the peer, as it is by default, on the transport that the product has. */
public final class Peer {
    private Peer() {}

    /** A client, which counts as a node of its own. */
    public static RedissonClient connect(Vertx vertx, String redisUri) {
        URI uri = URI.create(redisUri);
        Config config = new Config();
        config.setTransportMode(vertx.isNativeTransportEnabled() ? TransportMode.EPOLL : TransportMode.NIO);
        String user = uri.getUserInfo();
        if (user != null) {
            String[] parts = user.split(":", 2);
            config.setUsername(parts[0].isEmpty() ? null : parts[0]);
            config.setPassword(parts[parts.length - 1]);
        }
        String address = uri.getScheme() + "://" + uri.getHost() + ':' + (uri.getPort() < 0 ? 6379 : uri.getPort());
        config.useSingleServer().setAddress(address);
        return Redisson.create(config);
    }

    public static String version() {
        return String.valueOf(Redisson.class.getPackage().getImplementationVersion());
    }
}
