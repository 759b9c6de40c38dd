package io.nightmarket.bootstrap.picture;

import io.nightmarket.domain.contract.PictureStoreContract;
import io.nightmarket.domain.contract.Stages;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

final class DiskPicturesTest extends PictureStoreContract {
    @TempDir
    private static Path folder;

    private static Vertx vertx;
    private static PictureStore store;

    @BeforeAll
    static void open() {
        vertx = Vertx.vertx();
        store = new DiskPictures(folder.resolve("made"), vertx.createSharedWorkerExecutor("test", 2));
    }

    @AfterAll
    static void close() {
        Stages.await(vertx.close().toCompletionStage());
    }

    @Override
    protected PictureStore store() {
        return store;
    }

    @Override
    protected Optional<byte[]> shown(PictureName name) {
        Path file = folder.resolve("made").resolve(name.path().substring(1));
        try {
            return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
