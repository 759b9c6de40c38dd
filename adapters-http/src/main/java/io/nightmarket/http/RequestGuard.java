package io.nightmarket.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.time.Duration;

/**
 * Bounds the requests of one connection of HTTP/1.1, with {@link RequestBytes}. The connection is closed by a request that
 * can't be read, or whose body goes on and on where it is too long or no route reads it. Vert.x has a
 * limit for neither, and Netty lets odd codings and nameless headers pass. Used by one event loop.
 */
public final class RequestGuard extends ChannelDuplexHandler {
    /** A client that sends more reads no answer: before, closing would lose it the one that is on its way. */
    private static final int MAX_DROPPED = 1 << 20;

    /** The limit of one connection; no browser or proxy sends as many without waiting. */
    static final int MAX_UNANSWERED = 100;

    private final RequestBytes bytes;
    private final int usualBody;
    private boolean readsNoMore;
    /** Whether the request is the last one: of two lengths in HTTP/1.0 the decoder takes the first, a proxy perhaps the other. */
    private boolean isLast;

    private int unanswered;
    private long bodyBytes;
    private int maxBody;

    private RequestGuard(RequestBytes bytes, int usualBody) {
        this.bytes = bytes;
        this.usualBody = usualBody;
    }

    /** Guards the connection of this pipeline; does nothing for HTTP/2, which has no decoder of that name. */
    static void install(ChannelPipeline pipeline, Duration timeout, int usualBody) {
        if (pipeline.context("httpDecoder") != null) {
            RequestBytes bytes = new RequestBytes(timeout);
            pipeline.addBefore("httpDecoder", "requestBytes", bytes);
            pipeline.addAfter("httpEncoder", "requestGuard", new RequestGuard(bytes, usualBody));
        }
    }

    /** Lets the body of the request that arrives have this number of bytes. Vert.x has no public way to its connection. */
    public static void allowBody(HttpServerRequest request, int maxBytes) {
        RequestGuard guard = ((HttpServerConnection) request.connection())
                .channelHandlerContext()
                .pipeline()
                .get(RequestGuard.class);
        if (guard != null) {
            guard.maxBody = maxBytes;
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object part) {
        if (readsNoMore) {
            var _ = ReferenceCountUtil.release(part);
            return;
        }
        if (part instanceof HttpRequest request) {
            begin(request);
        }
        if (isUnreadable(part) || unanswered > MAX_UNANSWERED) {
            var _ = ReferenceCountUtil.release(part);
            refuse(ctx);
        } else {
            readOn(ctx, part);
        }
    }

    private void begin(HttpRequest request) {
        bytes.headArrived();
        bodyBytes = 0;
        maxBody = usualBody;
        unanswered++;
        isLast = !request.protocolVersion().equals(HttpVersion.HTTP_1_1);
        if (isLast) {
            HttpUtil.setKeepAlive(request, false);
        }
    }

    /** A body of another coding than chunked can't be read, nor one that breaks its rules, nor a header without a name. */
    private static boolean isUnreadable(Object part) {
        if (part instanceof HttpRequest request) {
            String coding = request.headers().get(HttpHeaderNames.TRANSFER_ENCODING);
            return request.headers().contains("")
                    || (coding != null && !HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(coding.strip()));
        }
        return part instanceof HttpContent content && content.decoderResult().isFailure();
    }

    private void readOn(ChannelHandlerContext ctx, Object part) {
        if (part instanceof HttpContent content) {
            count(ctx, content);
        }
        if (part instanceof LastHttpContent) {
            bytes.arrived();
            readsNoMore = isLast;
        }
        var _ = ctx.fireChannelRead(part);
    }

    private void count(ChannelHandlerContext ctx, HttpContent content) {
        bodyBytes += content.content().readableBytes();
        if (bodyBytes > maxBody + MAX_DROPPED) {
            var _ = ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Where the body ends is unknown, and so is where the next request begins: nothing more is read. */
    private void refuse(ChannelHandlerContext ctx) {
        readsNoMore = true;
        Object last = Unpooled.EMPTY_BUFFER;
        if (unanswered == 1) {
            HttpResponse refusal = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.BAD_REQUEST);
            var _ = refusal.headers()
                    .set(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderValues.ZERO)
                    .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            last = refusal;
        }
        var _ = ctx.writeAndFlush(last).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object part, ChannelPromise promise) {
        if (part instanceof LastHttpContent && !isInterim(part)) {
            unanswered--;
        }
        var _ = ctx.write(part, promise);
    }

    private static boolean isInterim(Object part) {
        return part instanceof HttpResponse response && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        bytes.arrived();
        var _ = ctx.fireChannelInactive();
    }
}
