package io.nightmarket.http.note;

import io.nightmarket.domain.account.UserId;
import io.nightmarket.domain.base.Budget;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.note.UploadPicture;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Uploads under way, each with a file on disk: their bytes are bounded, of all users and of each. One for all verticles of a node. */
final class Uploads {
    private static final long OF_ALL = 256L << 20;
    private static final int AT_ONCE_OF_USER = 2;

    private final Budget<UserId> bytes = new Budget<>(OF_ALL, AT_ONCE_OF_USER * PictureRoutes.MAX_FORM);
    private final Vertx vertx;
    private final Path folder;

    /** @param folder the folder of the files, which have no names once they are open; it is made when it is needed */
    Uploads(Vertx vertx, Path folder) {
        this.vertx = vertx;
        this.folder = folder;
    }

    /**
     * The outcome of the work, after which the file is deleted; fails with {@code Unavailable} before anything is read when the request is
     * longer than what is free.
     */
    <T> CompletionStage<T> run(
            UserId user, HttpServerRequest request, Function<UploadPicture.Upload, CompletionStage<T>> work) {
        long length = length(request);
        if (!bytes.take(user, length)) {
            return CompletableFuture.failedStage(new Unavailable("uploads under way are too large together"));
        }
        UploadedFile upload = new UploadedFile(request, vertx, folder);
        return Future.fromCompletionStage(work.apply(upload), vertx.getOrCreateContext())
                .onComplete(_ -> {
                    upload.discard();
                    bytes.give(user, length);
                })
                .toCompletionStage();
    }

    private static long length(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? PictureRoutes.MAX_FORM : Long.parseLong(length);
    }
}
