package io.nightmarket.bootstrap.picture;

import io.nightmarket.domain.base.Bulkhead;
import io.nightmarket.domain.base.Unavailable;
import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import io.vertx.core.Future;
import io.vertx.core.WorkerExecutor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Pictures as files below a folder, which the nodes of a cluster share. A worker writes them. */
public final class DiskPictures implements PictureStore {
    /** At once, and waiting. */
    private static final int CALLS = 8;

    private static final int WAITING = 256;

    private final Path folder;
    private final WorkerExecutor workers;
    private final Bulkhead calls = new Bulkhead(CALLS, WAITING);

    public DiskPictures(Path folder, WorkerExecutor workers) {
        this.folder = folder;
        this.workers = workers;
    }

    /** A name has no way out of the folder. */
    private Path file(PictureName name) {
        return folder.resolve(name.path().substring(1));
    }

    @Override
    public CompletionStage<Void> put(PictureName name, PictureBytes bytes) {
        Path file = file(name);
        return run(() -> {
            Path parent = Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Path part = parent.resolve("." + file.getFileName() + ".part");
            Files.write(part, bytes.array());
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            return null;
        });
    }

    @Override
    public CompletionStage<Void> delete(PictureName name) {
        return run(() -> {
            var _ = Files.deleteIfExists(file(name));
            return null;
        });
    }

    private CompletionStage<Void> run(Callable<@Nullable Void> work) {
        return calls.run(() -> workers.executeBlocking(work, false)
                .recover(failure -> Future.failedFuture(
                        failure instanceof IOException
                                ? new Unavailable("the folder of pictures can't be used: " + failure, failure)
                                : failure))
                .toCompletionStage());
    }
}
