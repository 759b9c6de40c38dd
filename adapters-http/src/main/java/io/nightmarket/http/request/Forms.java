package io.nightmarket.http.request;

import static io.netty.handler.codec.http.HttpMethod.POST;
import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Forms in small bodies. They are read as bytes, and decoded where a field is asked for: Vert.x decodes while it reads, which fails
 * at some types, and ends the connection at some parts.
 */
public final class Forms {
    private static final String TYPE = "formType";

    private Forms() {}

    /** Before the body is read. */
    public static void readAsBytes(RoutingContext ctx) {
        String type = ctx.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null) {
            ctx.put(TYPE, type);
            ctx.request().headers().remove(HttpHeaders.CONTENT_TYPE);
        }
    }

    /** Goes on where Vert.x can begin to decode the body, or where it is no form; for routes that read their bodies by themselves. */
    public static void checkHead(RoutingContext ctx) {
        String type = ctx.request().getHeader(HttpHeaders.CONTENT_TYPE);
        try {
            if (type != null && isForm(type.toLowerCase(Locale.ROOT))) {
                decoder(new DefaultHttpRequest(HTTP_1_1, POST, "/"), type).destroy();
            }
        } catch (RuntimeException e) {
            throw Refusal.malformed("body");
        }
        ctx.next();
    }

    private static HttpPostRequestDecoder decoder(HttpRequest form, String type) {
        form.headers().set(HttpHeaderNames.CONTENT_TYPE, type);
        return new HttpPostRequestDecoder(new DefaultHttpDataFactory(false), form);
    }

    /** Goes on where the body that was read is empty, no form, or one that can be read. */
    public static void check(RoutingContext ctx) {
        var _ = field(ctx, "");
        ctx.next();
    }

    /** The text under this name in the query, or else in a form, if any. */
    public static @Nullable String text(RoutingContext ctx, String name) {
        return Query.text(ctx, name).or(() -> field(ctx, name)).orElse(null);
    }

    private static Optional<String> field(RoutingContext ctx, String name) {
        String type = ctx.get(TYPE);
        Buffer body = ctx.body().buffer();
        return type == null || body == null || body.length() == 0 || !isForm(type.toLowerCase(Locale.ROOT))
                ? Optional.empty()
                : decoded(type, body, name);
    }

    private static boolean isForm(String type) {
        return type.startsWith(HttpHeaderValues.MULTIPART_FORM_DATA.toString())
                || type.startsWith(HttpHeaderValues.APPLICATION_X_WWW_FORM_URLENCODED.toString());
    }

    private static Optional<String> decoded(String type, Buffer body, String name) {
        FullHttpRequest form = new DefaultFullHttpRequest(HTTP_1_1, POST, "/", Unpooled.wrappedBuffer(body.getBytes()));
        try {
            HttpPostRequestDecoder decoder = decoder(form, type);
            try {
                return decoder.getBodyHttpData(name) instanceof Attribute field
                        ? Optional.of(field.getValue())
                        : Optional.empty();
            } finally {
                decoder.destroy();
            }
        } catch (IOException | RuntimeException e) {
            throw Refusal.malformed("body");
        }
    }
}
