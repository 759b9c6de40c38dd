package io.nightmarket.http;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.nightmarket.domain.overload.Priority;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rejects requests of one connection of HTTP/1.1 under overload, right behind the decoder and with bytes that were
 * written before. A connection's first unanswered request is under way once it has arrived. Used by one event loop.
 */
final class OverloadGuard extends ChannelDuplexHandler {
    private static final String BEFORE_DECODER = "requestBytes";

    /** What is dropped of a body; a longer one ends its connection. */
    private static final long MAX_DROPPED = 65_536;

    private final LoopLoad load;
    private final RequestBytes bytes;
    private final ChannelHandlerContext beforeDecoder;
    /** Priorities of the requests that are not answered, by their order. */
    private final ArrayDeque<Priority> unanswered = new ArrayDeque<>();
    /** Whether the body of the last of them has not arrived. */
    private boolean arriving;

    private @Nullable Priority underWay;
    private boolean drops;
    /** Whether all that arrives is dropped until the connection is closed. */
    private boolean readsNoMore;
    /** Whether the connection is closed behind the answers that are due: a request behind them was rejected. */
    private boolean closesWhenAnswered;

    private OverloadGuard(LoopLoad load, RequestBytes bytes, ChannelHandlerContext beforeDecoder) {
        this.load = load;
        this.bytes = bytes;
        this.beforeDecoder = beforeDecoder;
    }

    /** Guards the connection of this pipeline, which has a {@link RequestBytes}; does nothing where it has none. */
    static void install(ChannelPipeline pipeline, LoopLoad load) {
        if (load.isOn() && pipeline.get(BEFORE_DECODER) instanceof RequestBytes bytes) {
            ChannelHandlerContext before = Objects.requireNonNull(pipeline.context(BEFORE_DECODER));
            var _ = pipeline.addAfter("httpEncoder", "overloadGuard", new OverloadGuard(load, bytes, before));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object part) {
        if (!drops && !readsNoMore && part instanceof HttpRequest request) {
            begin(request);
        }
        if (drops || readsNoMore) {
            drop(part);
            return;
        }
        if (part instanceof LastHttpContent) {
            arriving = false;
            count();
        }
        var _ = ctx.fireChannelRead(part);
    }

    /** What can't be read is answered by others, and so are more requests than a connection may have. */
    private void begin(HttpRequest request) {
        Priority priority = Priorities.of(request.method().name(), request.uri());
        if (unanswered.size() > RequestGuard.MAX_UNANSWERED) {
            return;
        }
        if (request.decoderResult().isFailure() || load.admits(priority)) {
            unanswered.add(priority);
            arriving = true;
        } else if (unanswered.isEmpty()) {
            reject(request);
        } else {
            bytes.headArrived();
            closesWhenAnswered = true;
            readsNoMore = true;
        }
    }

    /** Whether a proxy may see another end of the request, or nothing can be read behind it; see {@link RequestGuard}. */
    private static boolean closes(HttpRequest request) {
        HttpHeaders headers = request.headers();
        return !request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                || headers.contains("")
                || headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || !HttpUtil.isKeepAlive(request)
                || HttpUtil.is100ContinueExpected(request)
                || HttpUtil.getContentLength(request, 0L) > MAX_DROPPED;
    }

    private void reject(HttpRequest request) {
        boolean closes = closes(request);
        drops = true;
        readsNoMore = closes;
        bytes.headArrived();
        if (!beforeDecoder.channel().isWritable()) {
            readsNoMore = true;
            var _ = beforeDecoder.close();
            return;
        }
        HttpHeaders headers = request.headers();
        var sent = beforeDecoder.writeAndFlush(load.answers()
                .written(
                        headers.get(HttpHeaderNames.ACCEPT),
                        headers.get(HttpHeaderNames.ACCEPT_LANGUAGE),
                        request.method().name().equals("HEAD"),
                        closes));
        if (closes) {
            var _ = sent.addListener(ChannelFutureListener.CLOSE);
        }
    }

    /** Unanswered requests are waited for also when the client sends more: what has arrived ends the timeout. */
    private void drop(Object part) {
        if (part instanceof LastHttpContent) {
            drops = false;
            bytes.arrived();
        }
        var _ = ReferenceCountUtil.release(part);
    }

    private void count() {
        if (underWay == null && unanswered.size() > (arriving ? 1 : 0)) {
            underWay = unanswered.element();
            load.begin(underWay);
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object part, ChannelPromise promise) {
        if (part instanceof LastHttpContent && !isInterim(part)) {
            end();
            var _ = unanswered.poll();
            count();
            if (closesWhenAnswered && unanswered.isEmpty()) {
                var _ = ctx.write(part, promise.unvoid().addListener(ChannelFutureListener.CLOSE));
                return;
            }
        }
        var _ = ctx.write(part, promise);
    }

    private static boolean isInterim(Object part) {
        return part instanceof HttpResponse response && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
    }

    private void end() {
        if (underWay != null) {
            load.end(underWay);
            underWay = null;
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        unanswered.clear();
        end();
        var _ = ctx.fireChannelInactive();
    }
}
