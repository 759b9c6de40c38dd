package io.nightmarket.http;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.concurrent.Executor;
import java.util.function.Predicate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * The JDK's TLS, for connections that are admitted before their handshake: Vert.x shows a connection only after it.
 */
final class CountedHandshakes extends JdkSSLEngineOptions {
    private final Predicate<Channel> admission;

    CountedHandshakes(Predicate<Channel> admission) {
        this.admission = admission;
    }

    @Override
    public CountedHandshakes copy() {
        return new CountedHandshakes(admission);
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new DefaultSslContextFactory(SslProvider.JDK, false) {
            @Override
            public SslContext create() throws SSLException {
                return new Context(super.create());
            }
        };
    }

    /** Netty's own in all but the handlers. */
    private final class Context extends DelegatingSslContext {
        private Context(SslContext context) {
            super(context);
        }

        @Override
        protected void initEngine(SSLEngine engine) {
            // As Netty made it.
        }

        @Override
        protected SslHandler newHandler(ByteBufAllocator allocator, boolean startTls, Executor tasks) {
            return admitted(newEngine(allocator), startTls, tasks);
        }

        @Override
        protected SslHandler newHandler(
                ByteBufAllocator allocator, String host, int port, boolean startTls, Executor tasks) {
            return admitted(newEngine(allocator, host, port), startTls, tasks);
        }

        private SslHandler admitted(SSLEngine engine, boolean startTls, Executor tasks) {
            return new SslHandler(engine, startTls, tasks) {
                @Override
                public void handlerAdded(ChannelHandlerContext ctx) throws Exception {
                    super.handlerAdded(ctx);
                    if (!admission.test(ctx.channel())) {
                        var _ = ctx.channel().close();
                    }
                }
            };
        }
    }
}
