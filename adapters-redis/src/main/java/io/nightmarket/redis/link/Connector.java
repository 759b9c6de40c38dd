package io.nightmarket.redis.link;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import java.util.concurrent.TimeUnit;

/** Makes connections, each by a client of its own. */
final class Connector {
    /** The client counts what waits by itself; it must never be the stricter one. */
    private static final int ROOM = 64;

    private final Vertx vertx;
    private final LinkSettings settings;

    Connector(Vertx vertx, LinkSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
    }

    /** Connects and shakes hands, on the context it is called on. Fails with {@code Unavailable}. */
    Future<LiveConnection> connect() {
        // Whatever is thrown on the way is a failure of the attempt, and no reason to give up trying.
        return Future.<Void>succeededFuture().compose(_ -> connectOnce()).recover(Connector::translated);
    }

    private static Future<LiveConnection> translated(Throwable cause) {
        return Future.failedFuture(RedisFailures.ofConnecting(cause));
    }

    private Future<LiveConnection> connectOnce() {
        Redis client = Redis.createClient(vertx, options());
        return client.connect()
                // The client bounds the TCP connect, but not the handshake with a server that never answers.
                .timeout(settings.commandTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .map(connection -> new LiveConnection(client, connection, settings.maxInFlight()))
                .recover(cause -> client.close().transform(_ -> Future.<LiveConnection>failedFuture(cause)));
    }

    private RedisOptions options() {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout(Math.toIntExact(settings.commandTimeout().toMillis()))
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true)
                .setHostnameVerificationAlgorithm("HTTPS");
        return new RedisOptions()
                .setConnectionString(settings.uri())
                .setNetClientOptions(net)
                .setMaxWaitingHandlers(2 * settings.maxInFlight() + ROOM)
                .setMaxPoolSize(1)
                .setPoolCleanerInterval(-1)
                // Replies look alike on all versions then.
                .setPreferredProtocolVersion(ProtocolVersion.RESP2);
    }
}
