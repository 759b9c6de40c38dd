package io.nightmarket.http;

import io.nightmarket.domain.memory.InMemoryPictures;
import io.nightmarket.domain.note.PictureBytes;
import io.nightmarket.domain.note.PictureCodec;
import io.nightmarket.domain.note.PictureName;
import io.nightmarket.domain.note.PictureStore;
import io.nightmarket.domain.note.PictureType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

/** Pictures in a folder of their own, with owners in memory, and a decoder that tells apart by the first byte. */
final class PicturesOnDisk implements PictureStore {
    final InMemoryPictures owners = new InMemoryPictures();
    final Path folder = made();

    private static Path made() {
        try {
            Path folder = Files.createTempDirectory("pictures");
            folder.toFile().deleteOnExit();
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What begins with a zero is no picture, and with a one has too many pixels. */
    CompletionStage<PictureCodec.Outcome> encode(PictureBytes uploaded) {
        byte[] bytes = uploaded.array();
        return CompletableFuture.completedStage(
                switch (bytes.length == 0 ? 0 : bytes[0]) {
                    case 0 -> new PictureCodec.Outcome.NoPicture();
                    case 1 -> new PictureCodec.Outcome.TooManyPixels();
                    default -> new PictureCodec.Outcome.Encoded(PictureType.PNG, uploaded);
                });
    }

    private Path file(PictureName name) {
        return folder.resolve(name.path().substring(1));
    }

    @Override
    public CompletionStage<Void> put(PictureName name, PictureBytes bytes) {
        return run(() -> {
            Files.createDirectories(file(name).getParent());
            Files.write(file(name), bytes.array());
        });
    }

    @Override
    public CompletionStage<Void> delete(PictureName name) {
        return run(() -> Files.deleteIfExists(file(name)));
    }

    private interface Work {
        void run() throws IOException;
    }

    private static CompletionStage<Void> run(Work work) {
        try {
            work.run();
            return CompletableFuture.completedStage(null);
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Files of pictures. */
    long count() {
        return filesBelow(folder.resolve("blogs"));
    }

    /** Files of pictures, and others. */
    long countAll() {
        return filesBelow(folder);
    }

    private static long filesBelow(Path folder) {
        if (!Files.exists(folder)) {
            return 0;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
