package io.nightmarket.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionAdapter;
import io.netty.handler.codec.http2.Http2ConnectionDecoder;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2RemoteFlowController;
import io.netty.handler.codec.http2.Http2Stream;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the requests of one connection of HTTP/2: those beyond the first count as connections of their client, and one whose client lets
 * nothing be sent within the timeout is reset. Used by one event loop.
 */
final class StreamGuard extends Http2ConnectionAdapter {
    private final ChannelHandlerContext ctx;
    private final Http2ConnectionHandler handler;
    private final OpenConnections connections;
    private final Duration tickInterval;
    /** Of each open request the ticks for which it is stalled. */
    private final Map<Http2Stream, Integer> stalled = new HashMap<>();

    private boolean isTicking;

    private StreamGuard(
            ChannelHandlerContext ctx,
            Http2ConnectionHandler handler,
            OpenConnections connections,
            Duration tickInterval) {
        this.ctx = ctx;
        this.handler = handler;
        this.connections = connections;
        this.tickInterval = tickInterval;
    }

    /** Guards the connection of this handler; does nothing for HTTP/1.1. */
    static void install(ChannelHandlerContext ctx, OpenConnections connections, Duration timeout) {
        if (ctx.handler() instanceof Http2ConnectionHandler handler) {
            handler.connection()
                    .addListener(new StreamGuard(ctx, handler, connections, timeout.dividedBy(UnreadGuard.TICKS)));
        }
    }

    /** Learns whenever the client lets more be sent. */
    private final class Windows extends Http2FrameListenerDecorator {
        Windows(Http2FrameListener listener) {
            super(listener);
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext context, int id, int more) throws Http2Exception {
            stalled.replaceAll((stream, ticks) -> id == 0 || id == stream.id() ? 0 : ticks);
            super.onWindowUpdateRead(context, id, more);
        }
    }

    /** Vert.x has set its listener when the first request comes. */
    private void watch(Http2ConnectionDecoder decoder) {
        if (!(decoder.frameListener() instanceof Windows)) {
            decoder.frameListener(new Windows(decoder.frameListener()));
        }
    }

    @Override
    public void onStreamActive(Http2Stream stream) {
        watch(handler.decoder());
        stalled.put(stream, 0);
        if (stalled.size() > 1) {
            connections.begin(ctx.channel());
        }
        if (!isTicking) {
            isTicking = true;
            tickLater();
        }
    }

    @Override
    public void onStreamClosed(Http2Stream stream) {
        if (stalled.remove(stream) != null && !stalled.isEmpty()) {
            connections.end(ctx.channel());
        }
    }

    private void tickLater() {
        var _ = ctx.executor().schedule(this::tick, tickInterval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick() {
        isTicking = !stalled.isEmpty();
        if (isTicking) {
            Http2RemoteFlowController flow = handler.encoder().flowController();
            boolean all = flow.windowSize(handler.connection().connectionStream()) <= 0;
            stalled.replaceAll((stream, ticks) -> all || flow.windowSize(stream) <= 0 ? ticks + 1 : 0);
            for (Http2Stream stream : List.copyOf(stalled.keySet())) {
                if (stalled.getOrDefault(stream, 0) >= UnreadGuard.TICKS) {
                    var _ = handler.resetStream(ctx, stream.id(), Http2Error.CANCEL.code(), ctx.newPromise());
                }
            }
            var _ = ctx.flush();
            tickLater();
        }
    }
}
