package io.nightmarket.http.picture;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.multipart.DefaultHttpDataFactory;
import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.netty.handler.codec.http.multipart.MemoryFileUpload;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * Decodes a form while it arrives, and hands on what the first file of one name contains; other parts are read and dropped. Vert.x'
 * own decoding throws, where nothing can catch it, at parts whose heads can't be read. Used by one event loop.
 */
final class FormFile extends DefaultHttpDataFactory {
    private static final int MAX_FIELD_BYTES = 8_192;

    private final String part;
    private final Consumer<Buffer> content;
    private final Promise<Void> outcome = Promise.promise();
    private boolean found;

    private FormFile(String part, Consumer<Buffer> content) {
        super(false);
        setMaxLimit(MAX_FIELD_BYTES);
        this.part = part;
        this.content = content;
    }

    /** Ends with the form; fails with a {@link Refusal} when it can't be read, breaks off, or lacks the file. */
    static Future<Void> read(HttpServerRequest request, String part, Consumer<Buffer> content) {
        FormFile file = new FormFile(part, content);
        file.attempt(() -> file.begin(request));
        return file.outcome.future();
    }

    private void begin(HttpServerRequest request) {
        HttpRequest head = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.POST, "/");
        head.headers().set(HttpHeaders.CONTENT_TYPE, request.getHeader(HttpHeaders.CONTENT_TYPE));
        HttpPostRequestDecoder form = new HttpPostRequestDecoder(this, head, StandardCharsets.UTF_8);
        request.exceptionHandler(_ -> outcome.tryFail(Refusal.malformed(part)))
                .handler(data ->
                        attempt(() -> form.offer(new DefaultHttpContent(Unpooled.wrappedBuffer(data.getBytes())))))
                .endHandler(_ -> attempt(() -> end(form)));
    }

    private void end(HttpPostRequestDecoder form) {
        var _ = form.offer(LastHttpContent.EMPTY_LAST_CONTENT);
        if (found) {
            outcome.complete();
        } else {
            outcome.fail(Refusal.malformed(part));
        }
    }

    /** The decoder fails with many kinds of exceptions. */
    private void attempt(Runnable step) {
        try {
            if (!outcome.future().isComplete()) {
                step.run();
            }
        } catch (RuntimeException e) {
            outcome.tryFail(Refusal.malformed(part));
        }
    }

    @Override
    public FileUpload createFileUpload(
            HttpRequest request, String name, String fileName, String type, String coding, Charset charset, long size) {
        boolean wanted = !found && name.equals(part);
        found |= wanted;
        return new MemoryFileUpload(name, fileName, type, coding, charset, size) {
            @Override
            public void addContent(ByteBuf bytes, boolean isLast) throws IOException {
                if (wanted) {
                    content.accept(Buffer.buffer(ByteBufUtil.getBytes(bytes)));
                }
                var _ = bytes.release();
                super.addContent(Unpooled.EMPTY_BUFFER, isLast);
            }
        };
    }
}
