package io.nightmarket.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.util.concurrent.Future;
import io.nightmarket.http.answer.UnreadAnswers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection whose client takes nothing of its answers within the timeout, or leaves some while the node holds too much of such. Stands before all else, where bytes leave for the socket. Used by one event loop.
 */
final class UnreadGuard extends ChannelDuplexHandler {
    /** In a timeout. */
    static final int TICKS = 4;

    private final UnreadAnswers unread;
    private final Duration tickInterval;
    /** Bytes of this connection that are counted there. */
    private long counted;

    private @Nullable Future<?> tick;
    private int state;
    private int stalled;

    private UnreadGuard(UnreadAnswers unread, Duration tickInterval) {
        this.unread = unread;
        this.tickInterval = tickInterval;
    }

    static void install(ChannelPipeline pipeline, UnreadAnswers unread, Duration timeout) {
        var _ = pipeline.addFirst("unreadGuard", new UnreadGuard(unread, timeout.dividedBy(TICKS)));
    }

    @Override
    public void flush(ChannelHandlerContext ctx) {
        var _ = ctx.flush();
        ChannelOutboundBuffer left = left(ctx);
        if (left != null || counted > 0) {
            count(ctx, left);
        }
    }

    /** What the socket has not taken; null where there is nothing. */
    private static @Nullable ChannelOutboundBuffer left(ChannelHandlerContext ctx) {
        ChannelOutboundBuffer buffer = ctx.channel().unsafe().outboundBuffer();
        return buffer == null || buffer.isEmpty() ? null : buffer;
    }

    private void count(ChannelHandlerContext ctx, @Nullable ChannelOutboundBuffer left) {
        long bytes = left == null ? 0 : left.totalPendingWriteBytes();
        unread.add(bytes - counted);
        counted = bytes;
        if (bytes > 0 && unread.isTooMuch()) {
            var _ = ctx.close();
        } else if (left != null && tick == null) {
            state = stateOf(left);
            stalled = 0;
            tickLater(ctx);
        }
    }

    private void tickLater(ChannelHandlerContext ctx) {
        tick = ctx.executor().schedule(() -> tick(ctx), tickInterval.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick(ChannelHandlerContext ctx) {
        tick = null;
        ChannelOutboundBuffer left = left(ctx);
        if (left != null) {
            int now = stateOf(left);
            stalled = now == state ? stalled + 1 : 0;
            state = now;
            if (stalled >= TICKS) {
                var _ = ctx.close();
                return;
            }
            tickLater(ctx);
        }
        count(ctx, left);
    }

    /** Changes whenever the socket takes something, also of a file, which holds no bytes. */
    private static int stateOf(ChannelOutboundBuffer left) {
        return Objects.hash(
                System.identityHashCode(left.current()), left.currentProgress(), left.totalPendingWriteBytes());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (tick != null) {
            var _ = tick.cancel(false);
        }
        unread.add(-counted);
        counted = 0;
        var _ = ctx.fireChannelInactive();
    }
}
