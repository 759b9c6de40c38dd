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
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.nightmarket.domain.overload.Priority;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests of one connection of HTTP/1.1 under overload, right behind the decoder and with bytes that were written
 * before. A connection counts as one request, from when that has arrived to its answer. Used by one event loop.
 */
final class OverloadGuard extends ChannelDuplexHandler {
    private static final String BEFORE_DECODER = "requestBytes";

    /** What is dropped of a body; a longer one ends its connection. */
    private static final long MAX_DROPPED = 65_536;

    private final LoopLoad load;
    private final RequestBytes bytes;
    private final ChannelHandlerContext beforeDecoder;
    private Priority arriving = Priority.FIRST;
    private @Nullable Priority underWay;
    private int unanswered;
    private boolean drops;

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
        if (drops) {
            drop(part);
        } else if (part instanceof HttpRequest request && isRefused(request)) {
            refuse(request);
            drop(part);
        } else {
            if (part instanceof HttpRequest) {
                unanswered++;
            }
            if (part instanceof LastHttpContent && underWay == null && unanswered > 0) {
                underWay = arriving;
                load.begin(arriving);
            }
            var _ = ctx.fireChannelRead(part);
        }
    }

    /** What can't be read is answered by others, and so is what waits behind another request. */
    private boolean isRefused(HttpRequest request) {
        if (unanswered > 0
                || request.decoderResult().isFailure()
                || request.headers().contains(HttpHeaderNames.TRANSFER_ENCODING)) {
            return false;
        }
        arriving = Priorities.of(request.method().name(), request.uri());
        return !load.admits(arriving);
    }

    private void refuse(HttpRequest request) {
        drops = true;
        bytes.headArrived();
        HttpHeaders headers = request.headers();
        var sent = beforeDecoder.writeAndFlush(load.answers()
                .written(
                        headers.get(HttpHeaderNames.ACCEPT),
                        headers.get(HttpHeaderNames.ACCEPT_LANGUAGE),
                        request.method().name().equals("HEAD")));
        if (!HttpUtil.isKeepAlive(request)
                || HttpUtil.is100ContinueExpected(request)
                || HttpUtil.getContentLength(request, 0L) > MAX_DROPPED) {
            var _ = sent.addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void drop(Object part) {
        if (part instanceof LastHttpContent) {
            drops = false;
            bytes.arrived();
        }
        var _ = ReferenceCountUtil.release(part);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object part, ChannelPromise promise) {
        if (part instanceof LastHttpContent && !isInterim(part)) {
            unanswered--;
            if (unanswered == 0) {
                end();
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
        end();
        var _ = ctx.fireChannelInactive();
    }
}
