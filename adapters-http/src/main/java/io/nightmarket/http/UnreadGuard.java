package io.nightmarket.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import io.nightmarket.http.limit.HeldBytes;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection whose client takes nothing of its answers for the timeout, or leaves some while the node holds too much. Stands
 * before all else, where bytes leave for the socket. Vert.x' own limit also ends connections that are only idle. Used by one event loop.
 */
final class UnreadGuard extends IdleStateHandler {
    private final HeldBytes held;

    private UnreadGuard(HeldBytes held, long timeoutMillis) {
        super(true, 0, timeoutMillis, 0, TimeUnit.MILLISECONDS);
        this.held = held;
    }

    static void install(ChannelPipeline pipeline, HeldBytes held, long timeoutMillis) {
        var _ = pipeline.addFirst("unreadGuard", new UnreadGuard(held, timeoutMillis));
    }

    /** A file holds no bytes. */
    @Override
    public void write(ChannelHandlerContext ctx, Object part, ChannelPromise promise) throws Exception {
        if (part instanceof ByteBuf bytes) {
            int length = bytes.readableBytes();
            held.addUntaken(length);
            super.write(ctx, part, promise.unvoid().addListener(_ -> held.addUntaken(-length)));
        } else {
            super.write(ctx, part, promise);
        }
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        var _ = ctx.flush();
        if (isLeft(ctx) && held.isTooMuch()) {
            var _ = ctx.close();
        }
    }

    private static boolean isLeft(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer left = ctx.channel().unsafe().outboundBuffer();
        return left != null && !left.isEmpty();
    }

    /** The first time says only that no write has ended; the next ones, that the socket has taken nothing since, also of a file. */
    @Override
    protected void channelIdle(ChannelHandlerContext ctx, IdleStateEvent event) {
        if (!event.isFirst() && isLeft(ctx)) {
            var _ = ctx.close();
        }
    }
}
