package io.nightmarket.http.picture;

import io.nightmarket.domain.failure.Unavailable;
import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.AsyncFile;
import io.vertx.core.file.FileSystem;
import io.vertx.core.file.FileSystemException;
import io.vertx.core.file.OpenOptions;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerFileUpload;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.file.Path;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The file of a form: received into a new file on disk, up to a bound. Used by one event loop. */
final class UploadedFile {
    private static final Logger LOG = LoggerFactory.getLogger(UploadedFile.class);
    private static final String FORM = "multipart/form-data";
    private static final String PART = "file";
    private static final String CONTINUE = "100-continue";
    private static final String OWNER_ONLY = "rw-------";

    private final HttpServerRequest request;
    private final int maxBytes;
    private final Promise<Void> outcome = Promise.promise();
    private Future<Void> written = Future.succeededFuture();
    private String path = "";
    private long bytes;
    private boolean found;

    /** Of a request that is paused until it is received. */
    UploadedFile(HttpServerRequest request, int maxBytes) {
        this.request = request;
        this.maxBytes = maxBytes;
        var _ = request.pause().exceptionHandler(_ -> outcome.tryFail(Refusal.malformed(PART)));
    }

    /**
     * Writes the content of the part {@code file} to a new file in the folder; fails with a {@link Refusal} when there is none, or a longer
     * one, and with {@code Unavailable} when it can't be written.
     */
    Future<Path> receive(FileSystem disk, Path folder) {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            return Future.failedFuture(Refusal.malformed(PART));
        }
        return disk.mkdirs(folder.toString())
                .compose(_ -> disk.createTempFile(folder.toString(), "", "", OWNER_ONLY))
                .onSuccess(made -> path = made)
                .compose(made -> disk.open(made, new OpenOptions().setRead(false)))
                .compose(this::receive)
                .map(_ -> Path.of(path))
                .recover(failure -> Future.failedFuture(
                        failure instanceof FileSystemException
                                ? new Unavailable("the folder of uploads can't be used: " + failure, failure)
                                : failure));
    }

    /** Deletes the file, if there is one, and lets the request go on, whatever of it was read. */
    void discard(FileSystem disk) {
        request.resume();
        if (!path.isEmpty()) {
            disk.delete(path).onFailure(failure -> LOG.warn("An upload was not deleted: {}", failure.getMessage()));
        }
    }

    private Future<Void> receive(AsyncFile to) {
        if (!outcome.future().isComplete()) {
            begin(to);
        }
        return outcome.future().eventually(to::close);
    }

    /** Whoever was refused before is not asked to go on (RFC 9110, 10.1.1). */
    private void begin(AsyncFile to) {
        if (CONTINUE.equalsIgnoreCase(request.getHeader(HttpHeaders.EXPECT))
                && request.version() != HttpVersion.HTTP_1_0) {
            request.response().writeContinue();
        }
        request.setExpectMultipart(true)
                .uploadHandler(part -> begin(part, to))
                .endHandler(_ -> end())
                .resume();
    }

    /** Its name is not looked at. Other parts, and what is too long, are read and dropped. */
    private void begin(HttpServerFileUpload upload, AsyncFile to) {
        boolean wanted = !found && upload.name().equals(PART);
        found |= wanted;
        upload.exceptionHandler(_ -> outcome.tryFail(Refusal.malformed(PART)));
        upload.handler(part -> {
            if (wanted && !outcome.future().isComplete()) {
                append(part, to);
            }
        });
    }

    private void append(Buffer part, AsyncFile to) {
        bytes += part.length();
        if (bytes > maxBytes) {
            outcome.tryFail(Refusal.of(ErrorCode.TOO_LARGE));
            return;
        }
        written = to.write(part).onFailure(outcome::tryFail);
        if (to.writeQueueFull()) {
            request.pause();
            to.drainHandler(_ -> request.resume());
        }
    }

    private void end() {
        if (found) {
            written.onSuccess(outcome::tryComplete);
        } else {
            outcome.tryFail(Refusal.malformed(PART));
        }
    }
}
