package io.nightmarket.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Stands before the decoder of HTTP/1.1, where the first bytes of a request are seen, and the lines of its head. A request
 * must be complete within the timeout from its first byte, which costs no timer when it arrives in one piece. A folded
 * header (RFC 9112, 5.2) makes a request unreadable: a proxy may read it as two. Vert.x limits the
 * time without a byte alone, and Netty joins folded headers. Used by one event loop.
 */
final class RequestBytes extends ChannelInboundHandlerAdapter {
    /** The limit of one body: each line is a part of its own, and costs as much as a packet. */
    private static final int MAX_INDENTED_LINES = 4_096;

    private final Duration timeout;
    /** Whether a part of a request has arrived, and its end has not. */
    private boolean arriving;

    private boolean inBody;
    /** Whether the next byte is the first one of a line. */
    private boolean beginsLine;
    /** In the body that arrives. */
    private int indentedLines;

    private @Nullable Future<?> deadline;

    RequestBytes(Duration timeout) {
        this.timeout = timeout;
    }

    /** The decoder has read the head of a request. */
    void headArrived() {
        arriving = true;
        inBody = true;
    }

    /** The decoder has read the end of a request, or nothing more arrives. */
    void arrived() {
        arriving = false;
        inBody = false;
        indentedLines = 0;
        if (deadline != null) {
            var _ = deadline.cancel(false);
            deadline = null;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object read) {
        arriving = true;
        var _ = ctx.fireChannelRead(unfolded(ctx, (ByteBuf) read));
        if (arriving && deadline == null && ctx.channel().isActive()) {
            deadline = ctx.executor()
                    .schedule(
                            () -> {
                                var _ = ctx.close();
                            },
                            timeout.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
    }

    /** Has the decoder read up to each line that begins with a blank, which may stand in a body only; answers the rest. */
    private Object unfolded(ChannelHandlerContext ctx, ByteBuf bytes) {
        for (int line = indented(bytes); line < bytes.writerIndex(); line = indented(bytes)) {
            beginsLine = false;
            var _ = ctx.fireChannelRead(bytes.readRetainedSlice(line - bytes.readerIndex()));
            indentedLines++;
            if (!inBody || indentedLines > MAX_INDENTED_LINES) {
                var _ = bytes.release();
                return inBody ? closed(ctx) : unreadable();
            }
        }
        beginsLine = bytes.isReadable() ? bytes.getByte(bytes.writerIndex() - 1) == '\n' : beginsLine;
        return bytes;
    }

    /** Where a line begins with a blank, or the end. */
    private int indented(ByteBuf bytes) {
        int line = beginsLine ? bytes.readerIndex() : nextLine(bytes, bytes.readerIndex());
        while (line < bytes.writerIndex() && bytes.getByte(line) != ' ' && bytes.getByte(line) != '\t') {
            line = nextLine(bytes, line);
        }
        return line;
    }

    private static int nextLine(ByteBuf bytes, int from) {
        int end = bytes.indexOf(from, bytes.writerIndex(), (byte) '\n');
        return end < 0 ? bytes.writerIndex() : end + 1;
    }

    private static ByteBuf closed(ChannelHandlerContext ctx) {
        var _ = ctx.close();
        return Unpooled.EMPTY_BUFFER;
    }

    /** As the decoder answers what it can't read. */
    private static HttpRequest unreadable() {
        HttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_0, HttpMethod.GET, "/bad-request");
        request.setDecoderResult(DecoderResult.failure(new IllegalArgumentException("folded header")));
        return request;
    }
}
