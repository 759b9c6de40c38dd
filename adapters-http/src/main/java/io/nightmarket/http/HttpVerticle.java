package io.nightmarket.http;

import io.netty.channel.Channel;
import io.nightmarket.http.limit.HeldBytes;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves HTTP on one event loop; deployed once per core, all instances on one port. Each makes what it serves on its
 * own loop. When it stops it takes no more requests, lets those in flight end within {@link HttpConfig#drain}, then
 * closes what its routes stand on.
 */
public final class HttpVerticle extends VerticleBase {
    private static final Logger LOG = LoggerFactory.getLogger(HttpVerticle.class);

    /** A free port that all instances of one deployment share; 0 would give each its own. */
    private static final int ANY_SHARED = -1;

    /** An idle connection is closed after this time: held open, they would add up. */
    private static final int IDLE_SECONDS = 60;

    private static final int MAX_LINE_BYTES = 8_192;
    private static final int MAX_HEADER_BYTES = 8_192;

    /** Requests at once on a connection of HTTP/2: each may hold a body. */
    private static final int MAX_STREAMS = 16;

    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);
    private static final CharSequence HSTS = HttpHeaders.createOptimized("Strict-Transport-Security");
    private static final CharSequence ONE_YEAR = HttpHeaders.createOptimized("max-age=31536000");

    private final SharedHttpState share;
    private final Supplier<CompletionStage<EventLoopApi>> api;
    private final Supplier<CompletionStage<Void>> close;
    private final Consumer<Router> moreRoutes;
    private final LoopDelay delay;
    private @Nullable Router router;
    private @Nullable HttpServer server;

    /**
     * @param api makes what is served, called once, on this verticle's loop
     * @param close closes what it stands on, called once, after the last request
     * @param moreRoutes adds to the router what stands outside of the contract; called once, on this verticle's loop
     */
    HttpVerticle(
            SharedHttpState share,
            Supplier<CompletionStage<EventLoopApi>> api,
            Supplier<CompletionStage<Void>> close,
            Consumer<Router> moreRoutes) {
        this.share = share;
        this.delay = share.overload().loop();
        this.api = api;
        this.close = close;
        this.moreRoutes = moreRoutes;
    }

    @Override
    public Future<?> start() {
        delay.measure(vertx);
        return Future.fromCompletionStage(api.get(), context)
                .map(made -> new ApiRouter(vertx, made, share, delay))
                .compose(routers -> routers.create()
                        .onSuccess(made -> router = made)
                        .onSuccess(moreRoutes::accept)
                        .compose(made -> listen(made, routers)))
                .onSuccess(listening -> server = listening)
                // What does not start is not stopped either.
                .onFailure(_ -> close().onFailure(late -> LOG.warn("could not close: {}", late.toString())));
    }

    private Future<Void> close() {
        return Future.fromCompletionStage(close.get(), context);
    }

    private Future<HttpServer> listen(Router router, ApiRouter routers) {
        HttpConfig config = share.config();
        HttpServerOptions options = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setIdleTimeout(IDLE_SECONDS)
                .setMaxInitialLineLength(MAX_LINE_BYTES)
                .setMaxHeaderSize(MAX_HEADER_BYTES)
                .setHost(config.host())
                .setPort(config.port() == 0 ? ANY_SHARED : config.port());
        config.https().ifPresent(files -> encrypt(options, files));
        return vertx.createHttpServer(options)
                .connectionHandler(this::admit)
                .requestHandler(request -> begin(request, router, routers::refuseUnreadable))
                .invalidRequestHandler(routers::refuseUnreadable)
                .listen();
    }

    private void encrypt(HttpServerOptions options, HttpConfig.Https files) {
        options.setSsl(true)
                .setUseAlpn(true)
                .setSslEngineOptions(new CountedHandshakes(share.connections()::admit))
                .setKeyCertOptions(new PemKeyCertOptions()
                        .setCertPath(files.certificate().toString())
                        .setKeyPath(files.key().toString()))
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                .setSslHandshakeTimeout(Math.min(requestTimeout(), HANDSHAKE_TIMEOUT.toMillis()))
                .setInitialSettings(new Http2Settings()
                        .setPushEnabled(false)
                        .setMaxConcurrentStreams(MAX_STREAMS)
                        .setMaxHeaderListSize(MAX_HEADER_BYTES));
    }

    private void begin(
            HttpServerRequest request, Handler<HttpServerRequest> router, Handler<HttpServerRequest> unreadable) {
        if (share.config().https().isPresent()) {
            request.response().putHeader(HSTS, ONE_YEAR);
        }
        if (request.version() == HttpVersion.HTTP_2) {
            endInTime(request);
        }
        if (hasOneHost(request)) {
            router.handle(request);
        } else {
            unreadable.handle(request);
        }
    }

    /** A request of HTTP/2 has the same timeout as those that {@link RequestGuard} sees. */
    private void endInTime(HttpServerRequest request) {
        long timer = vertx.setTimer(requestTimeout(), _ -> HeldBytes.reset(request.response()));
        request.end().onComplete(_ -> vertx.cancelTimer(timer));
    }

    private long requestTimeout() {
        return share.config().connections().requestTimeout().toMillis();
    }

    /** Vert.x has no public way to the bytes of a connection. */
    private void admit(HttpConnection connection) {
        Channel channel =
                ((HttpServerConnection) connection).channelHandlerContext().channel();
        HttpConfig config = share.config();
        // Encrypted ones were admitted before their handshake.
        if (config.https().isPresent() || share.connections().admit(channel)) {
            RequestGuard.install(channel.pipeline(), config.connections().requestTimeout(), config.maxBodyBytes());
            UnreadGuard.install(channel.pipeline(), share.held(), requestTimeout());
        } else {
            var _ = channel.close();
        }
    }

    /**
     * Refuses two hosts: a proxy may have taken the other one (RFC 9112, 3.2). HTTP/2 and HTTP/1.0 may leave it out.
     */
    private static boolean hasOneHost(HttpServerRequest request) {
        int hosts = request.headers().getAll(HttpHeaders.HOST).size();
        // Vert.x resets a request of HTTP/2 whose first host is not its authority.
        return request.version() == HttpVersion.HTTP_1_1 ? hosts == 1 : hosts <= 1;
    }

    /** The port it listens on, once it was deployed. */
    public int port() {
        if (server == null) {
            throw new IllegalStateException("not listening");
        }
        return server.actualPort();
    }

    /** For tests that compare the routes with the contract. */
    Router router() {
        return Objects.requireNonNull(router, "not deployed");
    }

    @Override
    public Future<?> stop() {
        Future<?> drained = server == null
                ? Future.succeededFuture()
                : server.shutdown(share.config().drain().toMillis(), TimeUnit.MILLISECONDS);
        return drained.eventually(this::close);
    }
}
