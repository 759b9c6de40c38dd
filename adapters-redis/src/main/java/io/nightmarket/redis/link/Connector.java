package io.nightmarket.redis.link;

import io.nightmarket.domain.base.Backoff;
import io.nightmarket.redis.RedisConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.redis.client.ProtocolVersion;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/** Makes connections, each by a client of its own. On one event loop. */
final class Connector {
    /** The client counts what waits by itself; it must never be the stricter one. */
    private static final int SPARE_HANDLERS = 64;

    private static final Duration MAX_BACKOFF = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final RedisConfig config;
    private final Backoff backoff;
    /** Attempts in a row that did not succeed. */
    private int attempts;

    Connector(Vertx vertx, RedisConfig config, RandomGenerator random) {
        this.vertx = vertx;
        this.config = config;
        this.backoff = new Backoff(random, MAX_BACKOFF);
    }

    Duration commandTimeout() {
        return config.commandTimeout();
    }

    /** Before the next attempt; grows with each attempt until {@link #succeeded}. */
    long nextPauseMillis() {
        return backoff.after(++attempts).toMillis();
    }

    /** A connection works. */
    void succeeded() {
        attempts = 0;
    }

    /** Connects, with the handshake, on the context it is called on. Fails with {@code Unavailable}. */
    Future<LiveConnection> connect() {
        return connect(config.commandTimeout());
    }

    /** As {@link #connect()}, with another time-out. */
    Future<LiveConnection> connect(Duration within) {
        // What is thrown on the way is a failure of the attempt, too.
        return Future.<Void>succeededFuture()
                .compose(_ -> connectOnce(Math.toIntExact(within.toMillis())))
                .recover(this::translated);
    }

    private Future<LiveConnection> translated(Throwable cause) {
        return Future.failedFuture(RedisFailures.ofConnecting(cause, encrypted()));
    }

    private Future<LiveConnection> connectOnce(int millis) {
        Redis client = Redis.createClient(vertx, options(millis));
        return client.connect()
                // The client bounds the TCP connect, but not the handshake with a server that never answers.
                .timeout(millis, TimeUnit.MILLISECONDS)
                .map(connection -> new LiveConnection(client, connection, config.maxInFlight()))
                .recover(cause -> client.close().transform(_ -> Future.<LiveConnection>failedFuture(cause)));
    }

    private boolean encrypted() {
        return config.uri().startsWith("rediss:");
    }

    private RedisOptions options(int connectMillis) {
        NetClientOptions net = new NetClientOptions()
                .setConnectTimeout(connectMillis)
                .setTcpNoDelay(true)
                .setTcpKeepAlive(true)
                .setSsl(encrypted())
                .setHostnameVerificationAlgorithm("HTTPS");
        config.ca().ifPresent(file -> net.setTrustOptions(new PemTrustOptions().addCertPath(file.toString())));
        return new RedisOptions()
                .setConnectionString(config.uri())
                .setNetClientOptions(net)
                .setMaxWaitingHandlers(2 * config.maxInFlight() + SPARE_HANDLERS)
                .setMaxPoolSize(1)
                .setPoolCleanerInterval(-1)
                // Replies look alike on all versions then.
                .setPreferredProtocolVersion(ProtocolVersion.RESP2);
    }
}
