package io.nightmarket.http.request;

import static io.netty.handler.codec.http.HttpMethod.POST;
import static io.netty.handler.codec.http.HttpVersion.HTTP_1_1;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.multipart.Attribute;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Forms in small bodies. They are read as bytes, and decoded afterwards: Vert.x decodes while it reads, which fails at some types, and
 * ends the connection at some parts.
 */
public final class Forms {
    private static final String TYPE = "formType";
    private static final Pattern FORM =
            Pattern.compile("(multipart/form-data|application/x-www-form-urlencoded).*", Pattern.CASE_INSENSITIVE);

    private Forms() {}

    /** Before the body is read. */
    public static void readAsBytes(RoutingContext ctx) {
        String type = ctx.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && FORM.matcher(type).matches()) {
            ctx.put(TYPE, type);
            ctx.request().headers().remove(HttpHeaders.CONTENT_TYPE);
        }
    }

    /** Refuses a form that was read and can't be decoded. */
    public static void check(RoutingContext ctx) {
        var _ = field(ctx, "");
    }

    /** The text under this name in the query, or else in a form, if any. */
    public static @Nullable String text(RoutingContext ctx, String name) {
        return Query.text(ctx, name).orElseGet(() -> field(ctx, name));
    }

    private static @Nullable String field(RoutingContext ctx, String name) {
        String type = ctx.get(TYPE);
        Buffer body = ctx.body().buffer();
        return type == null || body == null || body.length() == 0
                ? null
                : decode(
                        type,
                        body.getBytes(),
                        "body",
                        form -> form.getBodyHttpData(name) instanceof Attribute field ? field.getValue() : null);
    }

    /** Reads a form. */
    public interface Reader<T extends @Nullable Object> {
        T read(HttpPostRequestDecoder form) throws IOException;
    }

    /**
     * What the reader makes of a form, which it must not keep.
     *
     * @param place named in the {@link Refusal} of a form that can't be decoded
     */
    public static <T extends @Nullable Object> T decode(String type, byte[] body, String place, Reader<T> reader) {
        DefaultFullHttpRequest form = new DefaultFullHttpRequest(HTTP_1_1, POST, "/", Unpooled.wrappedBuffer(body));
        form.headers().set(HttpHeaders.CONTENT_TYPE, type);
        try {
            HttpPostRequestDecoder decoder = new HttpPostRequestDecoder(new DefaultHttpDataFactory(false), form);
            try {
                return reader.read(decoder);
            } finally {
                decoder.destroy();
            }
        } catch (Refusal e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // It fails with many kinds.
            throw Refusal.malformed(place);
        }
    }
}
