package io.nightmarket.http.picture;

import io.nightmarket.http.answer.ErrorCode;
import io.nightmarket.http.answer.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;

/** The file of a form: read into memory, up to a bound, and never to disk. Used by one event loop. */
final class UploadedFile {
    private static final String FORM = "multipart/form-data";
    private static final String PART = "file";

    private final int maxBytes;
    private final Promise<Buffer> outcome = Promise.promise();
    private Buffer bytes = Buffer.buffer();

    private UploadedFile(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** The content of the part {@code file}; fails with a {@link Refusal} when there is none, or a longer one. */
    static Future<Buffer> read(HttpServerRequest request, int maxBytes) {
        String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(FORM)) {
            return Future.failedFuture(Refusal.malformed(PART));
        }
        UploadedFile file = new UploadedFile(maxBytes);
        FormFile.read(request, PART, file::append)
                .onSuccess(_ -> file.outcome.tryComplete(file.bytes))
                .onFailure(file.outcome::tryFail);
        return file.outcome.future();
    }

    private void append(Buffer part) {
        if (outcome.future().isComplete()) {
            return;
        }
        if (bytes.length() + part.length() > maxBytes) {
            bytes = Buffer.buffer();
            outcome.tryFail(Refusal.of(ErrorCode.TOO_LARGE));
        } else {
            bytes.appendBuffer(part);
        }
    }
}
