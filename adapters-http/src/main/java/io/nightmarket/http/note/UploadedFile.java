package io.nightmarket.http.note;

import io.netty.handler.codec.http.multipart.FileUpload;
import io.netty.handler.codec.http.multipart.HttpPostRequestDecoder;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.UploadPicture;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.nightmarket.http.request.Forms;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.FileSystemException;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A form with a file: received as it is into a new file on disk, up to a bound, and decoded afterwards. Fails with a {@link Refusal} when
 * there is no such file, or a longer one, and with {@code Unavailable} when the disk can't be used. Used by one event loop.
 */
final class UploadedFile implements UploadPicture.Upload {
    private static final Logger LOG = LoggerFactory.getLogger(UploadedFile.class);
    private static final String PART = "file";
    private static final String CONTINUE = "100-continue";
    /** The system frees the bytes when the file is closed, also by the end of the node. */
    private static final OpenOptions WITHOUT_NAME =
            new OpenOptions().setCreateNew(true).setDeleteOnClose(true).setPerms("rw-------");

    private final HttpServerRequest request;
    private final Vertx vertx;
    private final Path folder;
    private final String type;
    private final Promise<Void> outcome = Promise.promise();
    private Future<Void> written = Future.succeededFuture();
    private @Nullable AsyncFile file;
    private int bytes;

    /** Pauses the request until it is received. */
    UploadedFile(HttpServerRequest request, Vertx vertx, Path folder) {
        this.request = request;
        this.vertx = vertx;
        this.folder = folder;
        this.type = Objects.requireNonNullElse(request.getHeader(HttpHeaders.CONTENT_TYPE), "");
        var _ = request.pause().exceptionHandler(_ -> outcome.tryFail(Refusal.malformed(PART)));
    }

    @Override
    public CompletionStage<Void> receive() {
        FileSystem disk = vertx.fileSystem();
        return known(disk.mkdirs(folder.toString())
                .compose(_ ->
                        disk.open(folder.resolve(".upload-" + UUID.randomUUID()).toString(), WITHOUT_NAME))
                .onSuccess(opened -> file = opened)
                .compose(this::receive));
    }

    private static <T> CompletionStage<T> known(Future<T> outcome) {
        return outcome.recover(failure -> Future.failedFuture(
                        failure instanceof FileSystemException || failure instanceof IOException
                                ? new Unavailable("the folder of uploads can't be used: " + failure, failure)
                                : failure))
                .toCompletionStage();
    }

    private Future<Void> receive(AsyncFile to) {
        if (!outcome.future().isComplete()) {
            // A client that is refused before is not asked to go on (RFC 9110, 10.1.1).
            if (CONTINUE.equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))
                    && request.version() != HttpVersion.HTTP_1_0) {
                request.response().writeContinue();
            }
            request.handler(part -> append(part, to))
                    .endHandler(_ -> written.onSuccess(outcome::tryComplete))
                    .resume();
        }
        return outcome.future();
    }

    private void append(Buffer part, AsyncFile to) {
        bytes += part.length();
        if (bytes > PictureRoutes.MAX_FORM) {
            outcome.tryFail(Refusal.of(ErrorCode.TOO_LARGE));
        }
        if (outcome.future().isComplete()) {
            return;
        }
        // They end in any order.
        Future<Void> write = to.write(part).onFailure(outcome::tryFail);
        written = written.compose(_ -> write);
        if (to.writeQueueFull()) {
            request.pause();
            to.drainHandler(_ -> request.resume());
        }
    }

    @Override
    public CompletionStage<PictureBytes> read() {
        AsyncFile from = Objects.requireNonNull(file, "received before");
        return known(from.read(Buffer.buffer(bytes), 0, 0, bytes)
                .compose(form -> vertx.executeBlocking(
                        () -> Forms.decode(type, form.getBytes(), PART, UploadedFile::content), false))
                .map(Objects::requireNonNull));
    }

    private static PictureBytes content(HttpPostRequestDecoder form) throws IOException {
        if (!(form.getBodyHttpData(PART) instanceof FileUpload file)) {
            throw Refusal.malformed(PART);
        }
        if (file.length() > PictureRoutes.MAX_FILE) {
            throw Refusal.of(ErrorCode.TOO_LARGE);
        }
        return new PictureBytes(file.get());
    }

    /** Frees what was received, and lets the request go on, whatever of it was read. */
    void discard() {
        request.resume();
        if (file != null) {
            file.close().onFailure(failure -> LOG.warn("An upload was not closed: {}", failure.getMessage()));
        }
    }
}
